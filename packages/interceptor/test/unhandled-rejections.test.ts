import { once } from 'node:events';
import { StepforkError } from '@stepfork/trace';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { tool } from '../src/declaring/tool.ts';
import { record } from '../src/recording/record.ts';

// The runner listens too and would fail the test; what is tested here is that there is something to hear.
let others: NodeJS.UnhandledRejectionListener[] = [];

beforeEach(() => {
  others = process.listeners('unhandledRejection');
  process.removeAllListeners('unhandledRejection');
});

afterEach(() => {
  process.removeAllListeners('unhandledRejection');
  for (const listener of others) process.on('unhandledRejection', listener);
});

const fault = new Error('nobody looks at me');
const fails = tool('fails', async (): Promise<void> => {
  throw fault;
});
const agent = (): string => {
  void fails();
  return 'done';
};

test.each<[string, () => Promise<unknown>]>([
  ['unrecorded', async () => agent()],
  ['recorded', () => record(agent, null)],
])('a rejection that an agent ignores is reported once, %s', async (_, run) => {
  const reported: unknown[] = [];
  process.on('unhandledRejection', (reason) => reported.push(reason));
  const heard = once(process, 'unhandledRejection');
  await run();
  await heard;
  await new Promise((resolve) => setImmediate(resolve));
  expect(reported).toEqual([fault]);
});

test('a rejection that the agent handles is not reported', async () => {
  const reported: unknown[] = [];
  process.on('unhandledRejection', (reason) => reported.push(reason));
  await record(async () => fails().catch(() => 'handled'), null);
  await new Promise((resolve) => setImmediate(resolve));
  expect(reported).toEqual([]);
});

test('a refusal of ours that the agent drops is not reported', async () => {
  const reported: unknown[] = [];
  process.on('unhandledRejection', (reason) => reported.push(reason));
  const refusal = new StepforkError('STEPFORK_DIVERGED', 'nobody knows the answer', { hint: 'none' });
  const trace = await record(agent, null, { intercept: () => Promise.reject(refusal) });
  await new Promise((resolve) => setImmediate(resolve));
  expect(trace.steps[0]?.outcome.kind).toBe('threw');
  expect(reported).toEqual([]);
});
