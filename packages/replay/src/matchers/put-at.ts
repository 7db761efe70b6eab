import { type Json, type JsonObject, parsePointer } from '@stepfork/trace';

/** The value with another one where a JSON Pointer leads to, which must be there. */
export function putAt(value: Json, pointer: string, other: Json): Json {
  return putBelow(value, parsePointer(pointer), other);
}

function putBelow(value: Json, [key, ...rest]: readonly string[], other: Json): Json {
  if (key === undefined) return other;
  const inner = putBelow((value as JsonObject)[key] as Json, rest, other);
  return Array.isArray(value) ? value.with(Number(key), inner) : { ...(value as JsonObject), [key]: inner };
}
