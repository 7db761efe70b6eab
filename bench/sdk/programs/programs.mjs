/** Repositories, the commit that is measured, and where their model provider is set. */
const repositories = {
  'openai/openai-node': '7b7d6ca71130d37ec09792c50056b47861f2eccf',
  'anthropics/anthropic-sdk-typescript': 'bfa9197f0182084941052be9752c948638421601',
  'openai/openai-agents-js': '6d0c61a5f62a5ed8142996a25b33446c810f84b3',
  'vercel/ai': 'ed857f50f112e23930b0c2dd8d532cc8bebbc911',
  'langchain-ai/langchainjs': '62fc484b2a0d1ec5b8bebff4a8a0efe6300ada72',
  'langchain-ai/langgraphjs': 'f8bdf16d4fe23a79e945ea5dc6f86bbf09abb77d',
};

const openai = ['openai'];
const anthropic = ['@anthropic-ai/sdk'];
const agents = ['@openai/agents'];
const ai = ['ai', '@ai-sdk/openai'];
const lib = ['run', 'print', 'record-fixture'].map((name) => `examples/ai-functions/src/lib/${name}.ts`);
const langchain = ['langchain', '@langchain/openai'];
const shared = ['agents/simple-tool-graph', 'agents/shared'].map((name) => `examples/streaming/src/${name}.ts`);

/** Repository, path, packages, then what is not as usual: `beside`, files that it imports; `live`, tools that it runs in a loop of its own; `args`. */
const examples = [
  ['openai/openai-node', 'examples/chat-completions/demo.ts', openai],
  ['openai/openai-node', 'examples/chat-completions/tool-call-helpers-zod.ts', openai, { live: ['listBooks', 'searchBooks', 'getBook'] }],
  ['openai/openai-node', 'examples/chat-completions/parsing-run-tools.ts', openai, { live: ['query'] }],
  ['openai/openai-node', 'examples/responses/streaming-tools.ts', openai],
  ['anthropics/anthropic-sdk-typescript', 'examples/streaming.ts', anthropic],
  ['anthropics/anthropic-sdk-typescript', 'examples/tools.ts', anthropic, { live: ['get_weather'] }],
  ['anthropics/anthropic-sdk-typescript', 'examples/tools-helpers-zod.ts', anthropic, { live: ['getWeather'] }],
  [
    'anthropics/anthropic-sdk-typescript',
    'examples/tools-helpers-advanced-streaming.ts',
    anthropic,
    { live: ['getWeather', 'getTime', 'getCurrencyExchangeRate'] },
  ],
  ['openai/openai-agents-js', 'examples/basic/tools.ts', agents],
  ['openai/openai-agents-js', 'examples/basic/stream-items.ts', agents],
  ['openai/openai-agents-js', 'examples/handoffs/index.ts', agents],
  ['openai/openai-agents-js', 'examples/agent-patterns/forcing-tool-use.ts', agents, { args: ['-t', 'custom'] }],
  ['openai/openai-agents-js', 'examples/agent-patterns/agents-as-tools-streaming.ts', agents],
  ['vercel/ai', 'examples/ai-functions/src/generate-text/openai/multi-step.ts', ai, { beside: lib }],
  ['vercel/ai', 'examples/ai-functions/src/agent/openai/stream-tools.ts', ai, { beside: lib }],
  ['langchain-ai/langchainjs', 'examples/src/createAgent/tools.ts', langchain],
  ['langchain-ai/langchainjs', 'examples/src/createAgent/dynamicTools/simple.ts', langchain],
  [
    'langchain-ai/langgraphjs',
    'examples/streaming/src/basic/in-process.ts',
    ['@langchain/langgraph', '@langchain/anthropic'],
    { beside: shared },
  ],
];

const mcp = '@modelcontextprotocol/sdk';
/** Those that are in a package of npm: its clients, and the server that each is for. */
const shipped = [
  ['parallelToolCallsClient.js', 'simpleStreamableHttp.js'],
  ['multipleClientsParallel.js', 'simpleStreamableHttp.js'],
  ['streamableHttpWithSseFallbackClient.js', 'simpleStreamableHttp.js'],
];

/** Programs that others have written, as they are. */
export const programs = [
  ...examples.map(([repository, path, packages, unusual = {}]) => ({
    id: `${repository} ${path}`,
    title: `[${repository}](https://github.com/${repository}/tree/${repositories[repository]}), ${path}`,
    packages,
    repository,
    commit: repositories[repository],
    path,
    beside: [],
    live: [],
    args: [],
    ...unusual,
  })),
  ...shipped.map(([client, server]) => ({
    id: `${mcp} ${client}`,
    title: `${mcp}, dist/esm/examples/client/${client}`,
    packages: [mcp],
    client,
    server,
  })),
];
