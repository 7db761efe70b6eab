import { type Claim, type Finding, judge, mismatches } from '@stepfork/replay';
import { canonicalJson } from '@stepfork/trace';
import { errorFailure, type Thrown } from './error-failure.ts';
import type { Failure } from './failure.ts';
import { generalPath } from './general-path.ts';
import { messageTemplate } from './message-template.ts';

/**
 * What of a claim a run violates, and how: with `pinned` the very wrong values, else only where.
 *
 * Pinned values are what keeps a search from sliding to another failure where no corrected code tells what is right.
 */
export function claimFailure(thrown: Thrown, claim: Claim, pinned: boolean): Failure | null {
  const { trace } = thrown;
  const findings = judge(trace, claim);
  const [first] = findings;
  if (first === undefined) return null;
  return {
    keys: [...new Set(findings.flatMap((finding) => keysOf(finding, thrown, claim, pinned)))].sort(),
    text: withoutStep(first.message),
    values: findings.flatMap(({ actual }) => (actual === undefined ? [] : [actual])),
  };
}

function keysOf(finding: Finding, thrown: Thrown, { returns, exactly }: Claim, pinned: boolean): readonly string[] {
  const { outcome } = thrown.trace;
  const error = finding.kind === 'throws' ? errorFailure(thrown) : null;
  if (error !== null) return error.keys;
  if (finding.kind === 'returns' && returns !== undefined && outcome.kind === 'returned') {
    return [...mismatches(returns, outcome.value, exactly)].map(({ path, actual }) =>
      pinned ? `returned ${path} ${actual === undefined ? 'nothing' : canonicalJson(actual)}` : `returned ${generalPath(path)}`,
    );
  }
  const message = withoutStep(finding.message);
  return [`${finding.kind} ${pinned ? message : messageTemplate(message)}`];
}

/** Which step it was changes with every call that goes. */
function withoutStep(message: string): string {
  return message.replace(/ ?\(step \d+\)/g, '');
}
