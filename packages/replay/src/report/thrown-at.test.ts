import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { tool } from '@stepfork/interceptor';
import { failedStep, step, trace, traceFile } from '@stepfork/testkit';
import { expect, test } from 'vitest';
import { check } from '../check.ts';
import { FailedError } from '../errors/failed-error.ts';
import { replay } from '../replay.ts';
import type { Agent } from '../test-case.ts';
import { verify } from '../verify.ts';
import { formatFrame, ownFrames, ownFramesOf } from './own-frames.ts';

const own = fileURLToPath(import.meta.url);

// What only TypeScript says is gone where this runs, so that a line which is right here was looked up in a source map.
interface Order {
  readonly cents?: {
    readonly amount: number;
  };
}

const lookup = tool('lookup', async (_: number): Promise<Order> => ({}));
const traces = traceFile(trace(step('lookup', 7, {}), failedStep('lookup', 8, new RangeError('no order 8'))));

const priceOf = (order: Order): number => (order.cents as { readonly amount: number }).amount; // throws
const careless: Agent = async () => {
  const order: Order = await lookup(7);
  return priceOf(order); // asks for the price
};
const unlucky: Agent = async () => {
  await lookup(7);
  return await lookup(8); // hears an error
};
const lost: Agent = async () => {
  await lookup(9); // was never recorded
};

/** Where in this file a line ends with such a comment. */
function lineOf(comment: string): number {
  const lines = readFileSync(own, 'utf8').split('\n');
  return 1 + lines.findIndex((line) => line.endsWith(` // ${comment}`));
}

test.each<readonly [string, Agent, readonly string[]]>([
  ['throws', careless, ['throws', 'asks for the price']],
  ['lets the error of a tool through', unlucky, ['hears an error']],
  ['asks what was never recorded', lost, ['was never recorded']],
])('the replay of an agent that %s names the lines of its own files, as they were written', async (_, agent, lines) => {
  const { thrownAt } = await replay(traces, agent);
  expect(thrownAt?.map(({ file, line }) => ({ file, line }))).toEqual(lines.map((line) => ({ file: own, line: lineOf(line) })));
});

test('an agent that returns, or throws what has no stack, names none', async () => {
  expect(await replay(traces, () => 1)).not.toHaveProperty('thrownAt');
  expect(await replay(traces, () => Promise.reject('a text'))).not.toHaveProperty('thrownAt');
});

test('an error that was not claimed is shown with its frames, and is the cause for the runner to show', async () => {
  const error = await verify({ traces, agent: careless, claim: {} }).catch((thrown: unknown) => thrown);
  expect(FailedError.isInstance(error)).toBe(true);
  const { message, cause } = error as FailedError;
  expect(message.split('\n').slice(0, 3)).toEqual([
    expect.stringMatching(/^fail: the agent threw TypeError: /),
    expect.stringMatching(new RegExp(`^ {2}at priceOf \\(.*thrown-at\\.test\\.ts:${lineOf('throws')}:\\d+\\)$`)),
    expect.stringMatching(new RegExp(`^ {2}at careless \\(.*thrown-at\\.test\\.ts:${lineOf('asks for the price')}:\\d+\\)$`)),
  ]);
  expect(cause).toBeInstanceOf(TypeError);
  expect((cause as Error).stack).toContain(`${own}:${lineOf('throws')}:`);
});

test('a verdict and what was recorded say nothing of lines', async () => {
  const { verdict, replay: done } = await check({ traces, agent: careless, claim: {} });
  expect(JSON.stringify([verdict, done.trace])).not.toContain('thrown-at.test');
});

test('frames of packages, of Node, of Stepfork and of whoever called the agent are left out, and marks of fresh modules', () => {
  const stack = `TypeError: Cannot read
properties of undefined
    at Object.get (/app/node_modules/orm/dist/index.js:1:100)
    at priceOf (file:///app/src/price.ts?stepfork-run=3&stepfork-root=file%3A%2F%2F%2Fapp%2F:12:7)
    at new Order (/app/src/a (copy)/order.ts:4:1)
    at async Promise.all (index 0)
    at process.processTicksAndRejections (node:internal/process/task_queues:105:5)
    at async /app/src/agent.ts:30:3
    at async stepforkCallsAgent (/elsewhere/run-replay.js:1:1)
    at async /app/test/refund.test.ts:9:3`;
  expect(ownFramesOf(stack).map(formatFrame)).toEqual([
    'at priceOf (/app/src/price.ts:12:7)',
    'at new Order (/app/src/a (copy)/order.ts:4:1)',
    'at /app/src/agent.ts:30:3',
  ]);
});

test.each([
  ['a text', 'at x (/app/a.ts:1:1)'],
  ['an error whose stack is none', Object.assign(new Error('x'), { stack: 7 })],
  [
    'an error that cannot be looked at',
    Object.defineProperty(new Error('x'), 'stack', {
      get: () => {
        throw new Error('no');
      },
    }),
  ],
])('%s has no frames', (_, thrown) => {
  expect(ownFrames(thrown)).toEqual([]);
});
