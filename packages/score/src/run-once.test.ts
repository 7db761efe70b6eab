import type { Agent, PreparedReplay, runReplay } from '@stepfork/replay';
import { triageTests, triageVersions } from '@stepfork/testkit';
import { expect, it } from 'vitest';
import { runInProcess } from './run-in-process.ts';
import { runOnce } from './run-once.ts';

const test = (await triageTests())['T5 claim on output and sink arguments'] as NonNullable<Awaited<ReturnType<typeof triageTests>>[string]>;

it('the controls are replayed twice, a mutant once', async () => {
  let replays = 0;
  const reference: Agent = (input) => {
    replays += 1;
    return triageVersions.fixed(input);
  };
  const run = runInProcess(test, { reference });
  const counted = async (change: Parameters<typeof run>[0]['change']): Promise<number> => {
    replays = 0;
    await run({ side: 'reference', change });
    return replays;
  };
  expect(await counted(null)).toBe(2);
  expect(await counted({ kind: 'recording', trace: test.traces.trunk })).toBe(1);
  expect(await counted({ kind: 'conduct', edit: { kind: 'drop', step: 2 } })).toBe(1);
});

it('one that is asked with other answers is run', async () => {
  const asked: unknown[] = [];
  const run = runOnce((_, options) => {
    asked.push(options);
    return Promise.resolve({} as Awaited<ReturnType<typeof runReplay>>);
  });
  const [one, other] = [{}, {}] as [PreparedReplay, PreparedReplay];
  await Promise.all([run(one), run(one), run(other), run(one, { timeoutMs: 1 }), run(one, { timeoutMs: 1 })]);
  expect(asked).toEqual([undefined, undefined, { timeoutMs: 1 }, { timeoutMs: 1 }]);
});
