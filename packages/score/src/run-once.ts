import { type FinishedReplay, type PreparedReplay, type RunReplay, runReplay } from '@stepfork/replay';

/**
 * Replays a mutant once where `check` would replay it again, to see whether the agent does the same: the controls have shown that it does. Replays with
 * other answers for what is borrowed are run.
 */
export function runOnce(run: RunReplay = runReplay): RunReplay {
  const done = new Map<PreparedReplay, Promise<FinishedReplay>>();
  return (prepared, options) => {
    if (options !== undefined) return run(prepared, options);
    const known = done.get(prepared) ?? run(prepared);
    done.set(prepared, known);
    return known;
  };
}
