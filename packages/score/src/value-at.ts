import type { Json, JsonObject } from '@stepfork/trace';

/** What a JSON Pointer leads to; `undefined`: nothing is there. */
export function valueAt(value: Json | undefined, pointer: string): Json | undefined {
  let here = value;
  for (const key of keysOf(pointer)) {
    if (here === null || typeof here !== 'object' || !Object.hasOwn(here, key)) return undefined;
    here = (here as JsonObject)[key];
  }
  return here;
}

/** The keys of a JSON Pointer. */
export function keysOf(pointer: string): readonly string[] {
  return pointer === ''
    ? []
    : pointer
        .slice(1)
        .split('/')
        .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
}
