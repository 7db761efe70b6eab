import type { AnsweredBy } from '../receipt.ts';
import { note } from './note.ts';
import type { RunState } from './run-state.ts';

/** Takes down who answers this call. */
export function enter(state: RunState, step: number, by: AnsweredBy): void {
  state.entries[step] = { step, ...by };
  if (state.options.journal !== null) note(state, { kind: 'answered', step, by });
}
