/** Stands for a part that threw when it was read. */
export const unreadable: symbol = Symbol('unreadable');
/** Stands for a place of an array that was never set. */
export const hole: symbol = Symbol('hole');

/** The own enumerable fields of a live object, each read once; {@link unreadable} where that threw. */
export function readFields(source: object): Record<string, unknown> {
  try {
    return { ...source };
  } catch {
    const copy: Record<string, unknown> = {};
    for (const key of Object.keys(source)) {
      Object.defineProperty(copy, key, { value: readField(source, key), enumerable: true, writable: true, configurable: true });
    }
    return copy;
  }
}

/** The items of a live array, each read once. `known`: how many of its places are set. */
export function readItems(list: readonly unknown[], known: number): unknown[] {
  if (known === list.length && Object.getPrototypeOf(list) === Array.prototype) {
    try {
      return list.slice();
    } catch {
      // One of them throws; each is asked by itself below.
    }
  }
  return Array.from({ length: list.length }, (_, at) => (Object.hasOwn(list, at) ? readField(list, at) : hole));
}

function readField(source: object, key: string | number): unknown {
  try {
    return (source as Record<string | number, unknown>)[key];
  } catch {
    return unreadable;
  }
}
