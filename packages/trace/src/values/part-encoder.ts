import type { Json } from '../json/json.ts';

/** What the encoders of single kinds of values may ask of the walk through all of them. */
export interface PartEncoder {
  /** Encodes a part of the value at hand, which will stand `levels` below it. */
  part(key: string | number, value: unknown, levels: number): Json;
  /** The same for an object of parts, which will itself stand `levels` below. */
  fields(fields: object, levels: number): Json;
  /** A text that is no value of its own (a name, an address): redacted, and with U+FFFD for half of a surrogate pair. */
  plain(text: string): string;
  /** Bytes as base64. If each may stand for a character, what is secret among them is replaced. */
  bytes(bytes: Uint8Array, isText: boolean): string;
}
