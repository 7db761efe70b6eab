import type { Candidate } from '@stepfork/minimize';
import { knownNames, type ReplayOptions } from '@stepfork/replay';
import type { Trace } from '@stepfork/trace';
import type { TestOptions } from '../options/test-options.ts';

/** So many calls each candidate may make, however few are recorded: an agent that asks a little more ends by itself. */
const leastCalls = 20;

/**
 * The rules by which a candidate is replayed: as they were asked for, within its own limits. They may name what only the whole recording knows.
 */
export function rulesOfCandidate(
  options: TestOptions,
  { match, maxCalls }: Pick<Candidate, 'match' | 'maxCalls'>,
  recording: Trace,
): TestOptions & Pick<Candidate, 'match'> & Pick<ReplayOptions, 'alsoKnown'> {
  const { tools, models } = knownNames([recording], { registered: [], claimed: [] });
  const alsoKnown = { tools: [...tools], models: [...models] };
  return { ...options, alsoKnown, match, maxCalls: Math.min(options.maxCalls ?? Number.POSITIVE_INFINITY, Math.max(maxCalls, leastCalls)) };
}
