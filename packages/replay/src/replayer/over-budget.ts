import type { LiveCall } from '@stepfork/interceptor';
import { mostReused } from '../answers/most-reused.ts';
import { OverBudgetError } from '../errors/over-budget-error.ts';
import { refusal } from '../refusals/refusal.ts';
import { enter } from './enter.ts';
import { openForGood } from './open-for-good.ts';
import type { RunState } from './run-state.ts';
import { latch } from './stop-run.ts';

/** Refuses a call beyond the number that a run may make. */
export function overBudget(state: RunState, call: LiveCall): Promise<never> {
  const { maxCalls, ledger } = state.options;
  enter(state, call.step, { how: 'refused' });
  const reused = mostReused(state.entries, ledger.index().steps);
  latch(state, { kind: 'inconclusive', reason: 'over-budget', maxCalls, ...(reused && { reused }) });
  state.beyondBudget += 1;
  if (state.beyondBudget === 1) return Promise.reject(refusal(new OverBudgetError(maxCalls)));
  // An agent that asks again whatever it hears would never let a timer fire, ours included: so it hears nothing more.
  openForGood(state, call);
  return new Promise(() => {});
}
