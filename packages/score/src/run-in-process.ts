import { type Agent, check, type ReplayOptions, type RunReplay, runReplay, type TestCase } from '@stepfork/replay';
import type { ConductEdit } from './conduct-edit.ts';
import { editConduct } from './conduct-edit.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { runOnce } from './run-once.ts';
import type { RunTest, TestRun } from './run-test.ts';

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
    const { verdict, replay } = await check(changed, options, runChanged(change));
    return { kind: 'judged', verdict, ...replay };
  });
}

/** The controls as ever, a mutant once. */
export function runChanged(change: TestRun['change'], run: RunReplay = runReplay): RunReplay {
  return change === null ? run : runMutant(change.kind === 'conduct' ? change.edit : null, run);
}

/** @param edit what the agent would have done otherwise; `null`: something else is changed */
export function runMutant(edit: ConductEdit | null, run: RunReplay = runReplay): RunReplay {
  return edit === null ? runOnce(run) : runEdited(edit, runOnce(run));
}

/** Replays as ever, and hands on what the agent would have done with this one thing otherwise. */
function runEdited(edit: ConductEdit, run: RunReplay): RunReplay {
  return async (prepared, options) => {
    const done = await run(prepared, options);
    return { ...done, replay: { ...done.replay, trace: editConduct(done.replay.trace, edit) } };
  };
}

/** The test case with that part of it changed which can be. */
export function changedCase(testCase: TestCase, change: TestRun['change']): TestCase {
  return {
    ...testCase,
    ...(change?.kind === 'claim' && { claim: change.claim }),
    ...(change?.kind === 'recording' && { traces: { trunk: change.trace, forks: [], sealed: true, damage: null } }),
  };
}
