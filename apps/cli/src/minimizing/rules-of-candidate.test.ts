import { replay } from '@stepfork/replay';
import { modelStep, step, trace } from '@stepfork/testkit';
import type { Trace } from '@stepfork/trace';
import { expect, test } from 'vitest';
import { rulesOfCandidate } from './rules-of-candidate.ts';

const recording = trace(step('GET api.local/orders', {}, []), modelStep('gpt', 'x', 'y'));
const file = (trunk: Trace) => ({ trunk, forks: [], sealed: true, damage: null });
const limits = { match: 'position', maxCalls: 10 } as const;

const ruling = (tool: string) =>
  rulesOfCandidate(
    { policies: { tools: { [tool]: 'sink' }, models: { gpt: 'frozen' } }, answers: {}, stable: [], ignore: {} },
    limits,
    recording,
  );

test('a rule for what a candidate has lost is no mistake', async () => {
  const { receipt } = await replay(file(trace()), async () => null, ruling('GET api.local/orders'));
  expect(receipt.entries).toEqual([]);
});

test('one for what nobody has ever known is', async () => {
  await expect(replay(file(trace()), async () => null, ruling('GET api.local/odrers'))).rejects.toThrow('nobody knows');
});
