import type { Trace } from '@stepfork/trace';
import type { Claim } from '../claim/claim.ts';
import { findingsOf } from './findings-of.ts';
import type { Finding } from './verdict.ts';

/**
 * Where a trace contradicts a claim; nothing if it does not. Pure, and the only idea of failure there is: recorded runs, replayed runs and
 * mutants are all judged here.
 *
 * Calls of tools that were only observed count like others.
 *
 * @param until the last step that counts, where the run could not be followed further. Then only what can no longer become true is found.
 * @param boundaries tools that are known to be recorded where they are called, beside those that this run called: of them none is observed.
 */
export function judge(actual: Trace, claim: Claim, until?: number, boundaries?: ReadonlySet<string>): readonly Finding[] {
  return [...findingsOf(actual, claim, until, boundaries)];
}
