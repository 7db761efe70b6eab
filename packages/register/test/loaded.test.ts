import { expect, test } from 'vitest';
import { measured, rightTwoTools } from './measured.ts';

// Node 20 does not know TypeScript by itself.
const readsTypes = 'typescript' in process.features && process.features.typescript !== false;

test.each([
  ['AI SDK 5, by require', 'ai-sdk.mjs', { MAJOR: '5', LOAD: 'require' }, []],
  ['AI SDK 6, by require', 'ai-sdk.mjs', { MAJOR: '6', LOAD: 'require' }, []],
  ['OpenAI Agents, by require', 'openai-agents.mjs', { LOAD: 'require' }, []],
  ['OpenAI Agents, both copies in one agent', 'openai-agents.mjs', { LOAD: 'both' }, []],
  ['LangChain, by require', 'langchain.mjs', { LOAD: 'require' }, []],
  ['LangChain, both copies in one agent', 'langchain.mjs', { LOAD: 'both' }, []],
  ['an agent in TypeScript, by tsx', 'typed.ts', {}, ['--import', 'tsx']],
  ...(readsTypes ? [['an agent in TypeScript, by Node', 'typed.ts', {}, []] as const] : []),
] as const)('%s: recorded, replayed and corrected', async (_, file, env, flags) => {
  const { two } = await measured(file, { env, flags, only: 'two' });
  expect(Object.keys(two).length).toBeGreaterThan(0);
  for (const [name, one] of Object.entries(two)) expect([name, one]).toEqual([name, rightTwoTools]);
});
