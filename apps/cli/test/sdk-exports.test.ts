import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { startProvider } from '@stepfork/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openProject, type Project } from './support/project.ts';

const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');

const noted = `
  import { appendFileSync } from 'node:fs';
  const weather = (city) => {
    appendFileSync('bodies.log', city + '\\n');
    return city + ' is grey. Take a coat.';
  };
`;
const question = "'How is the weather in Paris?'";

/** Agents as people write them, whose tool leaves a line each time that its body runs. Each loses what stands behind the first point. */
const agents = {
  'ai-sdk': `${noted}
    import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
    import { generateText, jsonSchema, tool } from 'ai';
    const inputSchema = jsonSchema({ type: 'object', properties: { city: { type: 'string' } }, required: ['city'] });
    const tools = { get_weather: tool({ inputSchema, execute: async ({ city }) => weather(city) }) };
    export async function runAgent() {
      const model = createOpenAICompatible({ name: 'local', baseURL: process.env.PROVIDER_URL + '/v1' })('gpt');
      const { toolResults } = await generateText({ model, maxRetries: 0, tools, prompt: ${question} });
      return toolResults[0].output.split('.')[0];
    }
  `,
  'openai-agents': `${noted}
    import { Agent, OpenAIProvider, Runner, setTracingDisabled, tool } from '@openai/agents';
    import { z } from 'zod';
    setTracingDisabled(true);
    const about = { name: 'get_weather', description: 'The weather.', parameters: z.object({ city: z.string() }) };
    const tools = [tool({ ...about, execute: async ({ city }) => weather(city) })];
    const agent = new Agent({ name: 'Weather', model: 'gpt', tools, toolUseBehavior: 'stop_on_first_tool' });
    export async function runAgent() {
      const modelProvider = new OpenAIProvider({ apiKey: 'sk-local', baseURL: process.env.PROVIDER_URL + '/v1', useResponses: false });
      const { finalOutput } = await new Runner({ modelProvider }).run(agent, ${question});
      return finalOutput.split('.')[0];
    }
  `,
  langchain: `${noted}
    import { tool } from '@langchain/core/tools';
    import { ChatOpenAI } from '@langchain/openai';
    import { createAgent } from 'langchain';
    import { z } from 'zod';
    const about = { name: 'get_weather', description: 'The weather.', schema: z.object({ city: z.string() }), returnDirect: true };
    const tools = [tool(async ({ city }) => weather(city), about)];
    export async function runAgent() {
      const model = new ChatOpenAI({ model: 'gpt', apiKey: 'sk-local', configuration: { baseURL: process.env.PROVIDER_URL + '/v1' } });
      const { messages } = await createAgent({ model, tools }).invoke({ messages: [{ role: 'user', content: ${question} }] });
      return messages.at(-1).text.split('.')[0];
    }
  `,
  mcp: `
    import { Client } from '@modelcontextprotocol/sdk/client/index.js';
    import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
    export async function runAgent() {
      const client = new Client({ name: 'agent', version: '1.0.0' });
      await client.connect(new StdioClientTransport({ command: 'node', args: ['server.mjs'] }));
      const { content } = await client.callTool({ name: 'get_weather', arguments: { city: 'Paris' } });
      await client.close();
      return content[0].text.split('.')[0];
    }
  `,
};
const server = `${noted}
  import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
  import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
  import { z } from 'zod';
  appendFileSync('bodies.log', 'started\\n');
  const server = new McpServer({ name: 'weather', version: '1.0.0' });
  const text = (city) => ({ content: [{ type: 'text', text: weather(city) }] });
  server.registerTool('get_weather', { inputSchema: { city: z.string() } }, async ({ city }) => text(city));
  await server.connect(new StdioServerTransport());
`;
const sdks = Object.keys(agents) as (keyof typeof agents)[];

const offline = { PROVIDER_URL: 'http://127.0.0.1:9' };
/** What hangs is ended by the commands themselves: a machine that is busy is slow, not wrong. */
const patience = 600_000;

let here: Project;
/** Bodies and servers of the recorded runs. */
let ran = '';

beforeAll(async () => {
  here = openProject();
  here.write('server.mjs', server);
  here.write('vitest.config.mjs', 'export default {};\n');
  for (const sdk of sdks) {
    here.write(`src/${sdk}.mjs`, agents[sdk]);
    const provider = await startProvider({ ids: 'random' });
    const agent = ['-a', `./src/${sdk}.mjs#runAgent`];
    const recorded = await here.stepfork(['record', '-o', `${sdk}.sftrace`, ...agent], { env: { PROVIDER_URL: provider.url } });
    await provider.close();
    expect(recorded).toMatchObject({ code: 0 });
    await exported(sdk, ['-o', `test/${sdk}.test.ts`]);
    await exported(sdk, ['--to', 'node-test', '-o', `node/${sdk}.test.mjs`]);
  }
  ran = here.read('bodies.log');
}, patience);
afterAll(() => rmSync(here.folder, { recursive: true, force: true }));

async function exported(sdk: string, to: readonly string[]): Promise<void> {
  const ended = await here.stepfork(['export', `${sdk}.sftrace`, ...to, '--returns', '"Paris is grey. Take a coat."'], { env: offline });
  expect(ended).toMatchObject({ code: 0, stdout: expect.stringMatching(/^red-only: /) });
}

/** In one run the tests of all SDKs, without a line about Stepfork in what configures it. */
const runners = {
  'Vitest with forks': [vitest, 'run', '--no-color', '--pool=forks', 'test/'],
  'Vitest with threads': [vitest, 'run', '--no-color', '--pool=threads', 'test/'],
  'node:test': ['--test', '--test-reporter=tap', ...sdks.map((sdk) => `node/${sdk}.test.mjs`)],
  'Vitest with vmThreads': [vitest, 'run', '--no-color', '--pool=vmThreads', 'test/'],
};

async function run(runner: keyof typeof runners): Promise<{ readonly code: number; readonly output: string }> {
  const options = { cwd: here.folder, env: { ...process.env, ...offline, CI: '', VITEST: undefined, NODE_TEST_CONTEXT: undefined } };
  return promisify(execFile)(process.execPath, [...runners[runner]], options).then(
    ({ stdout, stderr }) => ({ code: 0, output: stdout + stderr }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({ code, output: stdout + stderr }),
  );
}

const { 'Vitest with vmThreads': _past, ...met } = runners;

test.each(Object.keys(met) as (keyof typeof met)[])(
  'tests of %s replay the tools of each SDK: red, then green, and no body and no server runs',
  async (runner) => {
    const red = await run(runner);
    expect(red).toMatchObject({ code: 1, output: expect.not.stringContaining('InconclusiveError') });
    for (const sdk of sdks) expect(red.output).toContain(sdk);
    expect(red.output.match(/fail: returned "Paris is grey", claimed "Paris is grey. Take a coat."/g)).toHaveLength(sdks.length);
    for (const sdk of sdks) here.write(`src/${sdk}.mjs`, agents[sdk].replace(".split('.')[0]", ''));
    expect(await run(runner)).toMatchObject({ code: 0 });
    for (const sdk of sdks) here.write(`src/${sdk}.mjs`, agents[sdk]);
    expect(here.read('bodies.log')).toBe(ran);
  },
  patience,
);

test(
  'where Vitest loads the SDKs past the hooks nothing is concluded of any, and no body and no server runs',
  async () => {
    const { code, output } = await run('Vitest with vmThreads');
    expect({ code, inconclusive: output.match(/^InconclusiveError: /gm)?.length }).toEqual({ code: 1, inconclusive: sdks.length });
    expect(output).toContain('the agent starts node itself: in the recorded run a hook in @modelcontextprotocol/sdk stood before it');
    expect(output).toContain('or wrap its client with wrapClient() of @stepfork/mcp');
    expect(here.read('bodies.log')).toBe(ran);
  },
  patience,
);
