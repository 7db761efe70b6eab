import { randomBytes, randomUUID } from 'node:crypto';
import { model, record } from '@stepfork/interceptor';
import { diffTraces, type Trace } from '@stepfork/trace';
import { expect, test } from 'vitest';
import { comparableTrace } from './comparable-trace.ts';

const ask = model('gpt', async (_question: string) => 'fine');

// Looked up when it is called: in a run it is another one.
const ofChance = (): string => randomUUID();

/** As libraries make them: of the time and of random bytes. */
function ofTime(): string {
  const hex = randomBytes(16).toString('hex');
  return `${Date.now().toString(16).padStart(12, '0').replace(/^.{8}/, '$&-')}-7${hex.slice(13, 16)}-8${hex.slice(17, 20)}-00${hex.slice(22)}`;
}

/** Draws two ids, asks about one of them, and returns one of them. */
const recorded = (asked: 0 | 1, returned: 0 | 1, draw = ofChance): Promise<Trace> =>
  record(async () => {
    const ids = [draw(), draw()] as const;
    await ask(`What of ${ids[asked]}?`);
    return { id: ids[returned], run: `run-${ids[returned]}-of-me`, stdout: `It is ${ids[returned]}.\n` };
  }, null);

const differences = (one: Trace, other: Trace): number => diffTraces(comparableTrace(one), comparableTrace(other)).length;

test.each([
  ['a UUID', ofChance],
  ['one that is made of the time and of random bytes', ofTime],
])('%s that the run draws itself is no difference of two recordings, wherever it stands', async (_what, draw) => {
  const [one, other] = [await recorded(0, 1, draw), await recorded(0, 1, draw)];
  expect(diffTraces(one, other)).toHaveLength(2);
  expect(differences(one, other)).toBe(0);
});

test('another one of its ids is', async () => {
  const trunk = await recorded(0, 1);
  expect(differences(trunk, await recorded(1, 1))).toBe(1);
  expect(differences(trunk, await recorded(0, 0))).toBe(1);
});
