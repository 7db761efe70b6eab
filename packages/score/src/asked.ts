import { type Claim, readTraceFile, redactClaim, type TestCase } from '@stepfork/replay';
import type { Redactor, Trace } from '@stepfork/trace';

/** What a test asks `verify`. */
export interface Asked {
  readonly testCase: TestCase;
  readonly redactor: Redactor | undefined;
}

/** As its recordings are. */
export function redactedClaimOf({ testCase: { claim }, redactor }: Asked): Claim {
  return redactor === undefined ? claim : redactClaim(claim, redactor);
}

/** Trunks and forks, in the order in which they are tried. */
export async function recordingsOf({ testCase: { traces } }: Asked): Promise<readonly Trace[]> {
  const files = traces instanceof URL ? [await readTraceFile(traces)] : 'trunk' in traces ? [traces] : traces;
  return files.flatMap(({ trunk, forks }) => [trunk, ...forks]);
}
