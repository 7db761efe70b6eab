import { canonicalJson, type Json, type JsonObject } from '@stepfork/trace';
import { isMatcher } from './matcher.ts';
import { meets } from './meets.ts';

/**
 * `pattern` names every field, down to the leaves, in which `input` differs from `lender`; a new field is a difference. `lender` is
 * `undefined` where no recorded step lent the answer: then every field must be named. Ids that were drawn differ by nature.
 */
export function namesDifferences(
  pattern: Json | undefined,
  input: Json | undefined,
  lender: Json | undefined,
  isDrawn: (text: string) => boolean = () => false,
): boolean {
  if (input !== undefined && lender !== undefined && canonicalJson(input) === canonicalJson(lender)) return true;
  if (typeof input === 'string' && typeof lender === 'string' && (isDrawn(input) || isDrawn(lender))) return true;
  if (pattern === undefined) return false;
  const own = partsOf(input);
  if (own === null || own.size === 0) return input !== undefined && isLeafNamed(pattern, input);
  const lent = partsOf(lender) ?? new Map<string, Json>();
  const named = partsOf(pattern);
  if (named === null) return false;
  // Arrays are named with their length: an item that is no longer there is no secret.
  const gone = Array.isArray(input) ? [] : [...lent.keys()].filter((key) => !own.has(key));
  return gone.length === 0 && [...own].every(([key, value]) => namesDifferences(named.get(key), value, lent.get(key), isDrawn));
}

/** A matcher names the leaf that it stands for: whoever wrote it has said which values are right there. */
function isLeafNamed(pattern: Json, leaf: Json): boolean {
  return isMatcher(pattern) ? meets(pattern, leaf) : canonicalJson(pattern) === canonicalJson(leaf);
}

/** Parts of a plain object or list; a tagged value is one leaf. */
function partsOf(value: Json | undefined): ReadonlyMap<string, Json> | null {
  if (value === undefined || value === null || typeof value !== 'object') return null;
  return '$' in (value as JsonObject) ? null : new Map(Object.entries(value));
}
