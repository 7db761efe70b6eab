import type { Json } from '@stepfork/trace';

const known = new WeakMap<object, boolean>();

/**
 * JSON that says all by itself: a copy of it, part by part, is the live value, nothing in it is opaque, and the snapshot of the copy is the same to
 * the letter. For recorded values, which nobody changes: each is looked at once.
 */
export function isUntagged(value: Json): boolean {
  if (typeof value !== 'object' || value === null) return true;
  const found = known.get(value) ?? holdsNoTag(value);
  known.set(value, found);
  return found;
}

function holdsNoTag(value: Json): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value)) return value.every(holdsNoTag);
  return !('$' in value) && !Object.hasOwn(value, '__proto__') && Object.values(value).every(holdsNoTag);
}
