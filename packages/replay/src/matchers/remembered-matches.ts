import type { Json } from '@stepfork/trace';
import { matches } from './matches.ts';

/** `matches` that tells of the same two objects what it told before. For who changes neither, and forgets it when that is over. */
export function rememberedMatches(): (expected: Json, actual: Json) => boolean {
  const known = new WeakMap<object, WeakMap<object, boolean>>();
  // One claimed value is asked about all calls of a tool, one after the other.
  let last: Json | undefined;
  let byActual = new WeakMap<object, boolean>();
  return (expected, actual) => {
    if (!isObject(expected) || !isObject(actual)) return matches(expected, actual);
    if (expected !== last) {
      last = expected;
      byActual = known.get(expected) ?? new WeakMap();
      known.set(expected, byActual);
    }
    let told = byActual.get(actual);
    if (told === undefined) {
      told = matches(expected, actual);
      byActual.set(actual, told);
    }
    return told;
  };
}

function isObject(value: Json): value is readonly Json[] | { readonly [key: string]: Json } {
  return typeof value === 'object' && value !== null;
}
