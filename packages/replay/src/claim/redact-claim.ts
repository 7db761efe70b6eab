import type { Json, Redactor } from '@stepfork/trace';
import { isMatcher, type Matcher } from '../matchers/matcher.ts';
import type { Claim } from './claim.ts';

/** A claim with every secret replaced as in the trace; pseudonyms stay as they are, and so does a pattern that only looks like a secret. */
export function redactClaim(claim: Claim, redactor: Redactor): Claim {
  const whole = redacted('', claim as Json, redactor) as Claim;
  if (claim.requests === undefined) return whole;
  const requests = claim.requests.map((request, at) => ({
    ...whole.requests?.[at],
    ...(request.messages && {
      messages: request.messages.map((message, of) => ({
        ...whole.requests?.[at]?.messages?.[of],
        ...(message.pattern !== undefined && { pattern: redactedPattern(message.pattern, redactor) }),
      })),
    }),
  }));
  return { ...whole, requests };
}

function redacted(key: string, value: Json, redactor: Redactor): Json {
  if (typeof value === 'string') return key === '$' ? value : redactor.field(key, value);
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map((item) => redacted('', item, redactor));
  if (isMatcher(value)) return redactedMatcher(value, redactor);
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, redacted(name, part, redactor)]));
}

function redactedMatcher(matcher: Json & Matcher, redactor: Redactor): Json {
  return matcher.pattern === undefined ? matcher : { ...(matcher as Matcher), pattern: redactedPattern(matcher.pattern, redactor) };
}

/** `password: "[a-z]{8}"` is no secret but the form of one, which pseudonyms have too: with a pseudonym in its place it would find nothing. */
function redactedPattern(pattern: string, redactor: Redactor): string {
  const done = redactor.field('pattern', pattern);
  const shorter = Math.min(pattern.length, done.length);
  let start = 0;
  while (start < shorter && pattern[start] === done[start]) start += 1;
  let end = 0;
  while (end < shorter - start && pattern.at(-1 - end) === done.at(-1 - end)) end += 1;
  return /[\\^$|?*+()[\]{}]/.test(pattern.slice(start, pattern.length - end)) ? pattern : done;
}
