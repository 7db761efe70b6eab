import { type Claim, type PolicyRules, toolsOf } from '@stepfork/replay';
import type { Trace } from '@stepfork/trace';
import { effectCalls } from './effect-calls.ts';

/**
 * Effects that the recorded runs made and the claim does not mention: a test would stay green whatever becomes of them.
 *
 * Names in the order in which they were first called, each once.
 */
export function unclaimedEffects(traces: readonly Trace[], policies: PolicyRules, claim: Claim): readonly string[] {
  const claimed = new Set((claim.calls ?? []).flatMap(toolsOf));
  const called = traces.flatMap((trace) => effectCalls(trace, policies)).map(({ name }) => name);
  return [...new Set(called)].filter((name) => !claimed.has(name));
}
