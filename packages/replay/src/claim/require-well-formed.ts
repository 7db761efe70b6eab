import { formatPointer, type Json, parsePointer } from '@stepfork/trace';
import { ConfigurationError } from '../errors/configuration-error.ts';
import { matcherProblems, patternProblem } from '../matchers/matcher-problems.ts';
import type { Claim } from './claim.ts';

/**
 * Refuses matchers and JSON Pointers that mean nothing, before the agent runs: a claim that stands in a test has passed no parser.
 *
 * @throws ConfigurationError for a matcher
 * @throws PointerError for a JSON Pointer
 */
export function requireWellFormed(claim: Claim): void {
  for (const item of claim.calls ?? []) if ('same' in item) parsePointer(item.same);
  const patterns = (claim.requests ?? []).flatMap(({ messages = [] }, at) =>
    messages.flatMap(({ pattern, flags }, of) => {
      const message = patternProblem(pattern, flags);
      return message === null ? [] : [{ path: ['requests', at, 'messages', of, 'pattern'], message }];
    }),
  );
  const [first] = [...matcherProblems(claim as Json), ...patterns];
  if (first === undefined) return;
  throw new ConfigurationError(
    `the claim holds a matcher or pattern that cannot be read, at ${formatPointer(first.path)}: ${first.message}`,
    'A matcher is { "$": "match" } with type, pattern, min, max or length; an object that has a key `$` is { "$": "object", "entries": [[key, value]] }.',
  );
}
