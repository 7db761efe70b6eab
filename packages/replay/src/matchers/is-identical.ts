import type { Json, JsonObject } from '@stepfork/trace';

/** The same JSON to the letter, order of keys included: one can stand for the other. */
export function isIdentical(a: Json, b: Json): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a)) return Array.isArray(b) && a.length === b.length && a.every((item, at) => isIdentical(item, b[at]));
  if (Array.isArray(b)) return false;
  const [keys, others] = [Object.keys(a), Object.keys(b)];
  return (
    keys.length === others.length &&
    keys.every((key, at) => key === others[at] && isIdentical((a as JsonObject)[key] as Json, (b as JsonObject)[key] as Json))
  );
}
