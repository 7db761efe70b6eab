import type { Inconclusive } from '../judging/verdict.ts';
import { note } from './note.ts';
import type { RunState } from './run-state.ts';

/** The first thing that we could not do stays the verdict of the run, whatever the agent makes of it. */
export function latch(state: RunState, verdict: Inconclusive): void {
  if (state.stop !== null) return;
  const until = state.lastStarted;
  state.stop = { verdict, until };
  note(state, { kind: 'stopped', verdict, until });
  state.options.onStop();
}

/** Something of ours broke. Gives the error back, for the agent. */
export function failed(state: RunState, error: unknown): unknown {
  state.fault ??= error;
  state.options.onStop();
  return error;
}
