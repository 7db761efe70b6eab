import { randomUUID } from 'node:crypto';
import { model, record } from '@stepfork/interceptor';
import { diffTraces, type Trace } from '@stepfork/trace';
import { expect, test } from 'vitest';
import { comparableTrace } from './comparable-trace.ts';

const ask = model('gpt', async (_question: string) => 'fine');

/** Draws two ids, asks about one of them, and returns one of them. */
const recorded = (asked: 0 | 1, returned: 0 | 1): Promise<Trace> =>
  record(async () => {
    const ids = [randomUUID(), randomUUID()] as const;
    await ask(`What of ${ids[asked]}?`);
    return { id: ids[returned], run: `run-${ids[returned]}`, stdout: `It is ${ids[returned]}.\n` };
  }, null);

const differences = (one: Trace, other: Trace): number => diffTraces(comparableTrace(one), comparableTrace(other)).length;

test('an id that the run draws itself is no difference of two recordings, wherever it stands', async () => {
  const [one, other] = [await recorded(0, 1), await recorded(0, 1)];
  expect(diffTraces(one, other)).toHaveLength(2);
  expect(differences(one, other)).toBe(0);
});

test('another one of its ids is', async () => {
  const trunk = await recorded(0, 1);
  expect(differences(trunk, await recorded(1, 1))).toBe(1);
  expect(differences(trunk, await recorded(0, 0))).toBe(1);
});
