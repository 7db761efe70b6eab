import type { Hook, Sdk } from './sdk.ts';

const ai = ['5.0.277', '6.0.325', '7.0.173'];

/**
 * The packages that we know. The versions at `fetch`, `client-fetch` and `http-request` are those of `npm run bench:sdk`, which writes docs/sdks.md too; those at
 * `middleware` are those that the tests of `@stepfork/ai-sdk` run on, those at `tools` those of `@stepfork/register`, those at `transport` those of `npm run bench:mcp`.
 */
export const knownSdks: readonly Sdk[] = [
  { name: 'openai', hooks: [client('7.59.0', '6.49.0', '5.23.2')] },
  // 0.122.0 is the copy that @langchain/anthropic carries.
  { name: '@anthropic-ai/sdk', hooks: [client('1.14.0', '0.122.0')] },
  { name: 'ai', hooks: [fetched(...ai), toolsMet(...ai), wrapped(...ai)] },
  { name: '@ai-sdk/openai', hooks: [fetched('2.0.131', '3.0.141', '4.0.118')] },
  { name: '@ai-sdk/anthropic', hooks: [fetched('2.0.112', '3.0.140', '4.0.105')] },
  { name: '@ai-sdk/openai-compatible', hooks: [wrapped('1.0.61', '2.0.92', '3.0.92')] },
  ...['google', 'google-vertex', 'azure', 'amazon-bedrock', 'mistral', 'xai', 'groq', 'deepseek', 'cohere', 'gateway'].map((name) => ({
    name: `@ai-sdk/${name}`,
    hooks: [fetched()],
  })),
  {
    name: '@openai/agents',
    hooks: [client('0.20.0'), toolsMet('0.20.0')],
    note: 'Its WebSocket transport is not recorded: leave it at HTTP, the default.',
  },
  { name: 'langchain', hooks: [fetched('1.5.14')] },
  { name: '@langchain/core', hooks: [fetched('1.4.0'), toolsMet('1.4.0')] },
  { name: '@langchain/openai', hooks: [fetched('1.6.0')] },
  { name: '@langchain/anthropic', hooks: [fetched('1.5.11')] },
  { name: '@langchain/langgraph', hooks: [fetched('1.7.3')] },
  ...['google-genai', 'ollama', 'mistralai', 'groq'].map((name) => ({ name: `@langchain/${name}`, hooks: [fetched()] })),
  { name: '@google/genai', hooks: [fetched('3.3.0', '2.32.0', '1.52.0')] },
  { name: 'ollama', hooks: [client('0.6.4')] },
  { name: '@mastra/core', hooks: [fetched()] },
  { name: '@modelcontextprotocol/sdk', hooks: [carried('1.32.2')] },
  { name: '@modelcontextprotocol/client', hooks: [carried('2.4.0')] },
  { name: '@ai-sdk/mcp', hooks: [carried('2.0.99')], note: 'Over its older SSE transport it is seen as plain requests.' },
  {
    name: '@anthropic-ai/claude-agent-sdk',
    hooks: [],
    note: 'Its requests are made by a program of its own: wrap the call with model().',
  },
  { name: 'axios', hooks: [requested('1.21.1')] },
  { name: 'got', hooks: [requested('14.6.5')], note: 'HTTP/2, which it is asked for by an option, is not recorded.' },
  { name: 'node-fetch', hooks: [requested('3.3.2')] },
  {
    name: 'undici',
    hooks: [],
    note: 'What it sends by itself is not seen: use the global fetch, or wrap the call with tool() or model().',
  },
];

function fetched(...measured: readonly string[]): Hook {
  return { at: 'fetch', measured };
}

function client(...measured: readonly string[]): Hook {
  return { at: 'client-fetch', measured };
}

function requested(...measured: readonly string[]): Hook {
  return { at: 'http-request', measured };
}

function carried(...measured: readonly string[]): Hook {
  return { at: 'transport', measured };
}

function toolsMet(...measured: readonly string[]): Hook {
  return { at: 'tools', measured };
}

function wrapped(...measured: readonly string[]): Hook {
  return { at: 'middleware', measured };
}
