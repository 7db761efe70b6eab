import { type Agent, check, type ReplayOptions, type TestCase } from '@stepfork/replay';
import { changedCase } from './changed-case.ts';
import { comparedReplays } from './compared-replays.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { runChanged } from './run-changed.ts';
import type { RunTest } from './run-test.ts';

/** Runs a test case here, by `check`, one run after the other. */
export function runInProcess(
  testCase: Omit<TestCase, 'agent'>,
  agents: { readonly reference: Agent; readonly buggy?: Agent },
  options: Pick<ReplayOptions, 'signal' | 'redactor'> = {},
): RunTest {
  return oneAtATime(async ({ side, change }) => {
    const agent = side === 'buggy' ? agents.buggy : agents.reference;
    if (agent === undefined) throw new Error(`there is no code for the ${side} side`);
    const changed = changedCase({ ...testCase, agent }, change);
    const { run, isSteady } = comparedReplays();
    const { verdict, replay } = await check(changed, options, runChanged(change, run));
    return { kind: 'judged', verdict, isSteady: isSteady(), ...replay };
  });
}
