import type { Json, JsonObject } from '../json/json.ts';

/** What JSON cannot say, by kind. */
export type Tagged =
  | { readonly $: 'undefined' }
  /** A place of an array that was never set. */
  | { readonly $: 'hole' }
  | { readonly $: 'number'; readonly value: 'NaN' | 'Infinity' | '-Infinity' | '-0' }
  | { readonly $: 'bigint'; readonly value: string }
  /** ISO 8601, UTC; `null` for an invalid date. */
  | { readonly $: 'date'; readonly value: string | null }
  /** `type`: `Buffer`, `ArrayBuffer`, `DataView` or the name of a typed array. `value`: base64. */
  | { readonly $: 'bytes'; readonly type: string; readonly value: string }
  | { readonly $: 'map'; readonly entries: readonly (readonly [Json, Json])[] }
  | { readonly $: 'set'; readonly items: readonly Json[] }
  | { readonly $: 'url'; readonly value: string }
  | { readonly $: 'search-params'; readonly value: string }
  | { readonly $: 'headers'; readonly entries: readonly (readonly [string, Json])[] }
  | { readonly $: 'regexp'; readonly source: Json; readonly flags: string }
  | TaggedError
  | Opaque
  /** An object with a key `$` or `__proto__`, or with one that is no well-formed text. */
  | { readonly $: 'object'; readonly entries: readonly (readonly [Json, Json])[] }
  /** Text with a lone surrogate: base64 of its UTF-16LE. */
  | { readonly $: 'text'; readonly value: string }
  /** A number of a JSON body that a double cannot hold: its digits. */
  | { readonly $: 'json-number'; readonly value: string };

export interface TaggedError {
  readonly $: 'error';
  /** Name of the class that made it, and of the classes above that one up to `Error`, nearest first, if there are any. */
  readonly class: string;
  readonly bases?: readonly string[];
  readonly name: Json;
  readonly message: Json;
  /** Own fields, `code` and `status` also where the class computes them. */
  readonly fields: Json;
  /** Own marks under `Symbol.for(key)`, by which some SDKs recognise their errors. */
  readonly symbols?: JsonObject;
  readonly cause?: Json;
  /** Of an AggregateError. */
  readonly errors?: Json;
}

/** What cannot be carried, with what could be seen of it. `path` is a JSON Pointer from the value that was encoded. */
export interface Opaque {
  readonly $: 'opaque';
  readonly type: string;
  readonly path: string;
  readonly fields?: Json;
}
