import type { FinishedReplay, PreparedReplay } from '@stepfork/replay';
import { effectStep, returns, trace } from '@stepfork/testkit';
import { expect, it } from 'vitest';
import { runMutant } from './run-changed.ts';
import { conductDigest } from './source/conduct-digest.ts';

it('a run that did what the right code did is in no doubt over what it was lent, any other is', async () => {
  const did = (cents: number, status: string): FinishedReplay =>
    ({
      replay: { trace: trace(effectStep('refund', { cents }, null), returns({ status })) },
      borrowed: [{ step: 0 }],
    }) as unknown as FinishedReplay;
  const right = conductDigest(did(4999, 'done').replay.trace);
  const lentTo = async (done: FinishedReplay, known: string | null, options?: object): Promise<number> => {
    const run = runMutant({ edit: null, right: known }, () => Promise.resolve(done));
    return (await run({} as PreparedReplay, options)).borrowed.length;
  };
  expect(await lentTo(did(4999, 'done'), right)).toBe(0);
  expect(await lentTo(did(5000, 'done'), right)).toBe(1);
  expect(await lentTo(did(4999, 'late'), right)).toBe(1);
  expect(await lentTo(did(4999, 'done'), null)).toBe(1);
  // What the probes find is theirs to tell.
  expect(await lentTo(did(4999, 'done'), right, { timeoutMs: 1 })).toBe(1);
});
