import type { Claim } from './claim.ts';
import { judge } from './judge.ts';
import type { Replay } from './replay-result.ts';
import type { Verdict } from './verdict.ts';

/** The verdict on one replay, borrowed answers taken at their word: what was lost before a stop is a fail all the same. */
export function verdictOf({ trace, stop, until }: Replay, claim: Claim): Verdict {
  const findings = judge(trace, claim, until ?? undefined);
  if (findings.length > 0) return { kind: 'fail', findings };
  return stop ?? { kind: 'pass' };
}
