/**
 * A value as a trace carries it: plain JSON, in which everything that JSON cannot say is a *tagged* object.
 *
 * A tagged object has the key `$`, which names the kind: `{ "$": "date", "value": "2026-03-01T09:00:00.000Z" }`. Numbers are finite and
 * never -0, strings are well-formed UTF-16, no object has a key `__proto__` and an untagged object has no key `$`: what would break
 * one of these is tagged. So both encodings carry the same values, and canonical text compares them.
 */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

export interface JsonObject {
  readonly [key: string]: Json;
}

/** A JSON object, tagged or not: neither a list nor `null`. */
export function isJsonObject(json: Json | undefined): json is JsonObject {
  return typeof json === 'object' && json !== null && !Array.isArray(json);
}
