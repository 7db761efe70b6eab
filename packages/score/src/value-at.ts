import type { Json, JsonObject } from '@stepfork/trace';
import { childPointer } from './leaf.ts';

/** What a JSON Pointer leads to; `undefined`: nothing is there. */
export function valueAt(value: Json | undefined, pointer: string): Json | undefined {
  let here = value;
  for (const key of keysOf(pointer)) {
    if (here === null || typeof here !== 'object' || !Object.hasOwn(here, key)) return undefined;
    here = (here as JsonObject)[key];
  }
  return here;
}

/** The value with another one where a JSON Pointer leads to, which must be there. */
export function putAt(value: Json, pointer: string, other: Json): Json {
  const [key, ...rest] = keysOf(pointer);
  if (key === undefined) return other;
  const inner = putAt((value as JsonObject)[key] as Json, rest.map((one) => childPointer('', one)).join(''), other);
  return Array.isArray(value) ? value.with(Number(key), inner) : { ...(value as JsonObject), [key]: inner };
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
