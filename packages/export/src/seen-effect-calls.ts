import type { PolicyRules } from '@stepfork/replay';
import type { Call, Step, Trace } from '@stepfork/trace';
import { policyOf } from './policy-of.ts';

/** The effect calls of a run that a replay sees: one that was made inside a body that does not run is never made. */
export function seenEffectCalls(trace: Trace, policies: PolicyRules): readonly Call[] {
  const isSeen = ({ parent }: Step): boolean => {
    const outer = parent === null ? undefined : trace.steps[parent];
    return outer === undefined || (policyOf(outer.call, policies) === 'live' && isSeen(outer));
  };
  const isEffect = ({ call }: Step): boolean => call.kind === 'tool' && policyOf(call, policies) === 'sink';
  return trace.steps.filter((step) => isEffect(step) && isSeen(step)).map(({ call }) => call);
}
