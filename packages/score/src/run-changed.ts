import { type RunReplay, runReplay } from '@stepfork/replay';
import { type ConductEdit, editConduct } from './conduct-edit.ts';
import { runOnce } from './run-once.ts';
import type { TestRun } from './run-test.ts';
import { conductDigest } from './source/conduct-digest.ts';

/** The controls as ever, a mutant once. */
export function runChanged(change: TestRun['change'], run: RunReplay = runReplay): RunReplay {
  if (change === null) return run;
  return runMutant(
    { edit: change.kind === 'conduct' ? change.edit : null, right: change.kind === 'source' ? change.source.right : null },
    run,
  );
}

export interface MutantOfRun {
  /** What the agent would have done otherwise; `null`: something else is changed. */
  readonly edit: ConductEdit | null;
  /** The digest of what the right code did, where that is known. */
  readonly right: string | null;
}

export function runMutant({ edit, right }: MutantOfRun, run: RunReplay = runReplay): RunReplay {
  const once = runOnce(run);
  if (edit !== null) return runEdited(edit, once);
  return right === null ? once : runBesides(right, once);
}

/** Of what was lent to a run that did what the right code did, the controls have asked already whether a verdict hangs on it. */
function runBesides(right: string, run: RunReplay): RunReplay {
  return async (prepared, options) => {
    const done = await run(prepared, options);
    if (options !== undefined || done.borrowed.length === 0) return done;
    return conductDigest(done.replay.trace) === right ? { ...done, borrowed: [] } : done;
  };
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
