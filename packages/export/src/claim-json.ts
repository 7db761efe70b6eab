import type { Claim } from '@stepfork/replay';
import type { Json } from '@stepfork/trace';

/** A claim as data, its parts in one order whoever made it: first what is returned or thrown, then the calls. */
export function claimJson(claim: Claim): Json {
  const { returns, exactly, throws, calls, ...later } = claim;
  return definedJson({ returns, exactly, throws, calls, ...later });
}

/** Without what was not given: JSON has no `undefined`. */
function definedJson(value: unknown): Json {
  if (Array.isArray(value)) return value.map(definedJson);
  if (typeof value !== 'object' || value === null) return value as Json;
  return Object.fromEntries(Object.entries(value).flatMap(([key, part]) => (part === undefined ? [] : [[key, definedJson(part)]])));
}
