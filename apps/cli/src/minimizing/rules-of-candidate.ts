import type { Candidate } from '@stepfork/minimize';
import type { TestOptions } from '../options/test-options.ts';

/** So many calls each candidate may make, however few are recorded: an agent that asks a little more ends by itself. */
const leastCalls = 20;

/** The rules by which a candidate is replayed: as they were asked for, within its own limits. */
export function rulesOfCandidate(
  options: TestOptions,
  { match, maxCalls }: Pick<Candidate, 'match' | 'maxCalls'>,
): TestOptions & Pick<Candidate, 'match'> {
  return { ...options, match, maxCalls: Math.min(options.maxCalls ?? Number.POSITIVE_INFINITY, Math.max(maxCalls, leastCalls)) };
}
