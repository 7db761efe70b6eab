import type { PolicyRules } from '@stepfork/replay';
import type { Call, Trace } from '@stepfork/trace';
import { policyOf } from './policy-of.ts';

/** The calls of a run that are effects: of a tool that is declared an effect or whose policy is sink, in the order of starts. */
export function effectCalls(trace: Trace, policies: PolicyRules): readonly Call[] {
  return trace.steps.map(({ call }) => call).filter((call) => call.kind === 'tool' && policyOf(call, policies) === 'sink');
}
