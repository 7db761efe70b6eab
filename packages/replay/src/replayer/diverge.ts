import type { LiveCall } from '@stepfork/interceptor';
import { nearestStep } from '../answers/nearest-step.ts';
import { DivergenceError } from '../errors/divergence-error.ts';
import type { Divergence } from '../judging/divergence.ts';
import type { Question } from '../ledger/question.ts';
import { refusal } from '../refusals/refusal.ts';
import type { RunState } from './run-state.ts';
import { latch } from './stop-run.ts';

/** Refuses a call that nothing answers. Gives the error for the agent. */
export function diverge(
  state: RunState,
  call: LiveCall,
  question: Question,
  why: Divergence['why'],
  more: Pick<Divergence, 'isInSeries' | 'notRun' | 'unmet'> = {},
): Error {
  const { step, kind, name } = call;
  const { table, ledger, unknownSecretIn, hasModels } = state.options;
  // Only the first one is reported, so only for it is the nearest step worth the search.
  if (state.stop === null) {
    const divergence: Divergence = {
      step,
      kind,
      name,
      input: question.input,
      effect: table.isEffect(kind, name),
      why,
      nearest: nearestStep(question, ledger),
      unknownSecret: unknownSecretIn(question),
      ...(isAfterEffect(state, call) && { isAfterEffect: true as const }),
      ...(kind === 'tool' && hasModels && { hasModels: true as const }),
      ...more,
    };
    latch(state, { kind: 'inconclusive', reason: 'diverged', divergence });
  }
  return refusal(new DivergenceError(kind, name, why));
}

/** A read that would hear a world in which the effects before it did not happen. */
export function isAfterEffect({ options }: RunState, { kind, name }: Pick<LiveCall, 'kind' | 'name'>): boolean {
  return kind === 'tool' && options.ledger.hasEffects() && !options.stable.has(name);
}

/** The agent has gone out past its calls. */
export function goneOut(state: RunState, what: Pick<Divergence, 'name' | 'why' | 'stack' | 'unmet'>): void {
  const divergence: Divergence = {
    step: state.lastStarted,
    kind: 'tool',
    input: null,
    effect: false,
    nearest: null,
    unknownSecret: null,
    ...what,
  };
  latch(state, { kind: 'inconclusive', reason: 'diverged', divergence });
}
