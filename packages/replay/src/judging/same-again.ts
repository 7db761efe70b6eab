import { isSameVerdict } from './is-same-verdict.ts';
import type { Verdict } from './verdict.ts';

/**
 * The verdict, if the next replay of the same code has ended with the same one; else the agent carries something from run to run, or takes
 * something from where a replay controls nothing, and no verdict on it can be trusted.
 */
export function sameAgain(first: Verdict, second: Verdict): Verdict {
  if (isSameVerdict(first, second)) return first;
  return { kind: 'inconclusive', reason: 'not-deterministic', first: brief(first), second: brief(second) };
}

function brief(verdict: Verdict): string {
  switch (verdict.kind) {
    case 'pass':
      return 'pass';
    case 'fail':
      return `fail (${verdict.findings[0]?.message ?? ''})`;
    case 'inconclusive':
      return `inconclusive (${verdict.reason})`;
  }
}
