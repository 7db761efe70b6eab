import type { CallClaim, Claim, PolicyRules } from '@stepfork/replay';
import type { Trace } from '@stepfork/trace';
import { effectCalls } from './effect-calls.ts';

/**
 * Effects that the recorded runs made and the claim does not mention: a test would stay green whatever becomes of them.
 *
 * Names in the order in which they were first called, each once.
 */
export function unclaimedEffects(traces: readonly Trace[], policies: PolicyRules, claim: Claim): readonly string[] {
  const claimed = new Set((claim.calls ?? []).flatMap(mentions));
  const called = traces.flatMap((trace) => effectCalls(trace, policies)).map(({ name }) => name);
  return [...new Set(called)].filter((name) => !claimed.has(name));
}

function mentions(part: CallClaim): readonly string[] {
  if ('tool' in part) return [part.tool];
  if ('never' in part) return [part.never];
  if ('order' in part) return part.order;
  return [];
}
