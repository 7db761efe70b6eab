import { decodeBase64 } from '../bytes/base64.ts';
import type { Json, JsonObject } from '../json/json.ts';
import { decodeBytes } from './decode-bytes.ts';
import { decodeError } from './decode-error.ts';
import type { Opaque, Tagged, TaggedError } from './tagged.ts';
import { ValueError } from './value-error.ts';

/**
 * The live value of an encoded one: a fresh copy at each call, with real dates, maps, bytes, errors …
 *
 * No prototype is set: a key `__proto__` is a field like any other. What was opaque comes back as a stand-in with the fields that were
 * seen of it (see `findOpaque` for whether there is any).
 *
 * @throws {ValueError} for a tag that is unknown, or that does not hold what it must
 */
export function decodeValue(json: Json): unknown {
  if (typeof json !== 'object' || json === null) return json;
  return Array.isArray(json) ? decodeList(json) : decodeObject(json as JsonObject);
}

function decodeList(list: readonly Json[]): unknown[] {
  const copy: unknown[] = list.slice();
  for (let at = 0; at < copy.length; at++) {
    const item = copy[at];
    if (typeof item !== 'object' || item === null) continue;
    if ((item as JsonObject).$ === 'hole') delete copy[at];
    else copy[at] = decodeValue(item as Json);
  }
  return copy;
}

function decodeObject(json: JsonObject): unknown {
  const copy: Record<string, unknown> = { ...json };
  for (const key of Object.keys(copy)) {
    if (key === '$') return decodeTagged(json);
    const value = copy[key];
    if (typeof value !== 'object' || value === null) continue;
    set(copy, key, decodeValue(value as Json));
  }
  return copy;
}

function decodeTagged(json: JsonObject): unknown {
  const tagged = json as unknown as Tagged;
  switch (tagged.$) {
    case 'undefined':
    case 'hole':
      return undefined;
    case 'number':
      return decodeNumber(tagged.value);
    case 'bigint':
      return decodeBigInt(tagged.value);
    case 'date':
      return new Date(tagged.value === null ? Number.NaN : text(tagged.$, tagged.value));
    case 'bytes':
      return decodeBytes(tagged.type, tagged.value);
    case 'map':
      return new Map(pairs(tagged.$, tagged.entries).map(([key, value]) => [decodeValue(key), decodeValue(value)]));
    case 'set':
      return new Set(list(tagged.$, tagged.items).map(decodeValue));
    case 'url':
      return attempt(tagged.$, () => new URL(text(tagged.$, tagged.value)));
    case 'search-params':
      return new URLSearchParams(text(tagged.$, tagged.value));
    case 'headers':
      return decodeHeaders(pairs(tagged.$, tagged.entries));
    case 'regexp':
      return attempt(tagged.$, () => new RegExp(decodedText(tagged.$, tagged.source), text(tagged.$, tagged.flags)));
    case 'error':
      return decodeError(tagged as TaggedError, decodeValue);
    case 'opaque':
      // A stand-in: an object with the fields that were seen of it.
      return (tagged as Opaque).fields === undefined ? {} : decodeValue((tagged as Opaque).fields as Json);
    case 'object':
      return decodeEntries(pairs(tagged.$, tagged.entries));
    case 'text':
      return decodeText(tagged.value);
    case 'json-number':
      return Number(text(tagged.$, tagged.value));
  }
  // A stranger's file may hold any tag: the one place where the type is not to be trusted.
  throw new ValueError(String((tagged as { readonly $: unknown }).$), 'is of a kind that this version does not know');
}

function decodeNumber(name: string): number {
  if (name === '-0') return -0;
  if (name === 'NaN' || name === 'Infinity' || name === '-Infinity') return Number(name);
  throw new ValueError('number', 'must hold NaN, Infinity, -Infinity or -0');
}

function decodeBigInt(digits: string): bigint {
  if (typeof digits !== 'string' || !/^-?\d+$/.test(digits)) throw new ValueError('bigint', 'must hold its digits');
  return BigInt(digits);
}

function decodeHeaders(entries: readonly (readonly [Json, Json])[]): Headers {
  const headers = new Headers();
  for (const [name, value] of entries) {
    attempt('headers', () => headers.append(text('headers', name), decodedText('headers', value)));
  }
  return headers;
}

function decodeEntries(entries: readonly (readonly [Json, Json])[]): Record<string, unknown> {
  const object: Record<string, unknown> = {};
  for (const [key, value] of entries) set(object, decodedText('object', key), decodeValue(value));
  return object;
}

function decodeText(value: string): string {
  const bytes = decodeBase64(text('text', value));
  if (bytes === null || bytes.length % 2 !== 0) throw new ValueError('text', 'must hold base64 of UTF-16');
  let decoded = '';
  for (let at = 0; at < bytes.length; at += 2) decoded += String.fromCharCode((bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8));
  return decoded;
}

function set(object: Record<string, unknown>, key: string, value: unknown): void {
  if (key === '__proto__') Object.defineProperty(object, key, { value, enumerable: true, writable: true, configurable: true });
  else object[key] = value;
}

function text(tag: string, value: unknown): string {
  if (typeof value !== 'string') throw new ValueError(tag, 'must hold a text');
  return value;
}

function decodedText(tag: string, value: Json): string {
  return text(tag, decodeValue(value));
}

function list(tag: string, value: unknown): readonly Json[] {
  if (!Array.isArray(value)) throw new ValueError(tag, 'must hold a list');
  return value;
}

function pairs(tag: string, value: unknown): readonly (readonly [Json, Json])[] {
  const entries = list(tag, value);
  if (!entries.every((entry) => Array.isArray(entry) && entry.length === 2)) throw new ValueError(tag, 'must hold pairs of key and value');
  return entries as readonly (readonly [Json, Json])[];
}

function attempt<T>(tag: string, make: () => T): T {
  try {
    return make();
  } catch (error) {
    if (ValueError.isInstance(error)) throw error;
    throw new ValueError(tag, 'holds a text that is none', error);
  }
}
