import { type Frozen, type Json, parsePointer } from '@stepfork/trace';

/**
 * What of an answer is still known to be frozen when parts of it have gone. Behind an item that has gone from a list each other one has a new
 * number: nothing in such a list is frozen, rather than a part that never was. `null`: nothing is.
 */
export function frozenStill(frozen: Frozen, before: Json, after: Json): Frozen | null {
  const isThere = (pointer: string): boolean => isSamePlace(parsePointer(pointer), before, after);
  const whole = frozen.whole.filter(isThere);
  const alone = frozen.alone.filter(isThere);
  return whole.length + alone.length === 0 ? null : { whole, alone };
}

function isSamePlace([key, ...rest]: readonly string[], before: Json | undefined, after: Json | undefined): boolean {
  if (key === undefined) return after !== undefined;
  if (Array.isArray(before) && (!Array.isArray(after) || after.length !== before.length)) return false;
  return isSamePlace(rest, partOf(before, key), partOf(after, key));
}

function partOf(value: Json | undefined, key: string): Json | undefined {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Readonly<Record<string, Json>>)[key]
    : undefined;
}
