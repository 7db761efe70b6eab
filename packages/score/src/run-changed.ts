import { type RunReplay, runReplay } from '@stepfork/replay';
import { type ConductEdit, editConduct } from './conduct-edit.ts';
import { runOnce } from './run-once.ts';
import type { TestRun } from './run-test.ts';

/** The controls as ever, a mutant once. */
export function runChanged(change: TestRun['change'], run: RunReplay = runReplay): RunReplay {
  return change === null ? run : runMutant(change.kind === 'conduct' ? change.edit : null, run);
}

/** @param edit what the agent would have done otherwise; `null`: something else is changed */
export function runMutant(edit: ConductEdit | null, run: RunReplay = runReplay): RunReplay {
  return edit === null ? runOnce(run) : runEdited(edit, runOnce(run));
}

/**
 * Replays as ever, and hands on what the agent would have done with this one thing otherwise. What it was told is taken at its word: the controls have shown
 * that the claim gives leave to the answers that were lent to the right code, and nothing is lent to a change on paper.
 */
function runEdited(edit: ConductEdit, run: RunReplay): RunReplay {
  return async (prepared, options) => {
    const done = await run(prepared, options);
    return { ...done, borrowed: [], replay: { ...done.replay, trace: editConduct(done.replay.trace, edit) } };
  };
}
