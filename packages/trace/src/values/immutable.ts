const immutable = new WeakSet<object>();

/**
 * Says of a plain object of JSON that nobody will change it or a part of it, so that what was found out about it once holds for good: its snapshot,
 * its place in a table of values. For messages of a conversation that is resent whole with every call.
 */
export function markImmutable<T extends object>(value: T): T {
  immutable.add(value);
  return value;
}

export function isImmutable(value: object): boolean {
  return immutable.has(value);
}
