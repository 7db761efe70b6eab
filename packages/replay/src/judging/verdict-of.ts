import type { Claim } from '../claim/claim.ts';
import { withObserved } from '../observed/with-observed.ts';
import type { Replay } from '../replay-result.ts';
import { boundariesOf } from './boundaries-of.ts';
import { exceeded } from './exceeded.ts';
import { hiddenCalls } from './hidden-calls.ts';
import { judge } from './judge.ts';
import { brokenRequests } from './request-findings.ts';
import { splitClaim } from './split-claim.ts';
import type { Verdict } from './verdict.ts';

/**
 * The verdict on one replay, borrowed answers taken at their word: what was lost before a stop is a fail all the same. What the claim says
 * of calls that are hidden in bodies which did not run is neither held nor broken, unless the calls that were seen break it alone.
 */
export function verdictOf(replay: Replay, claim: Claim): Verdict {
  const { trace, stop, until } = replay;
  const hidden = hiddenCalls(replay);
  const { sure, open } = splitClaim(claim, hidden ?? { tools: new Set(), models: new Set() });
  const boundaries = boundariesOf(replay);
  const seen = withObserved(until === null ? trace.steps : trace.steps.slice(0, until + 1), boundaries);
  // A hidden call may well have come before those that were seen, so order says nothing yet.
  const broken = [...exceeded({ calls: open.calls.filter((item) => !('order' in item)) }, seen), ...brokenRequests(open, seen)];
  const findings = [...broken, ...judge(trace, sure, until ?? undefined, boundaries)];
  if (findings.length > 0) return { kind: 'fail', findings };
  if (stop !== null) return stop;
  const isFull = (claim.calls ?? []).some((item) => 'atMost' in item && seen.length + (hidden?.count ?? 0) > item.atMost);
  const divergence = open.calls.length > 0 || open.requests.length > 0 || isFull ? (hidden?.divergenceFor(claim) ?? null) : null;
  return divergence === null ? { kind: 'pass' } : { kind: 'inconclusive', reason: 'diverged', divergence };
}
