import type { Step } from '@stepfork/trace';
import { type ObservedCall, observedCalls } from './observed-calls.ts';

/**
 * The steps of a run, and among them the calls that were only observed, each behind the answer that asked for it and under its number. For who
 * judges a run: a claim speaks of calls, however they became known.
 */
export function withObserved(steps: readonly Step[], boundaries?: ReadonlySet<string>): readonly Step[] {
  const observed = observedCalls(steps, boundaries);
  if (observed.length === 0) return steps;
  return steps.flatMap((step) => [step, ...observed.filter(({ askedBy }) => askedBy === step).map(stepOf)]);
}

function stepOf({ name, input, result, askedBy, toldTo }: ObservedCall): Step {
  return {
    index: askedBy.index,
    parent: null,
    call: { kind: 'tool', name, input, effect: false },
    outcome: { kind: 'returned', value: result },
    startedAtMs: askedBy.endedAtMs ?? askedBy.startedAtMs,
    endedAtMs: toldTo.startedAtMs,
    endOrder: null,
    closing: null,
  };
}
