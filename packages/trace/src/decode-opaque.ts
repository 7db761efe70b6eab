import type { Json } from './json.ts';
import type { Opaque } from './tagged.ts';

/** A stand-in for what could not be carried: an object with the fields that were seen of it. */
export function decodeOpaque(opaque: Opaque, decode: (json: Json) => unknown): unknown {
  return opaque.fields === undefined ? {} : decode(opaque.fields);
}
