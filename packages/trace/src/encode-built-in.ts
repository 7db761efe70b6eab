import { encodeBase64 } from './base64.ts';
import type { Encoding } from './encoding.ts';
import type { Json } from './json.ts';
import type { Redactor } from './redactor.ts';
import type { Tagged } from './tagged.ts';
import { typeName } from './type-name.ts';

/**
 * A built-in object of this realm or of another one, tagged; `null` for any other, also for an instance of a class that extends one.
 *
 * @throws what the object throws: a Proxy is no Date, although it may say so.
 */
export function encodeBuiltIn(value: object, encoding: Encoding): Json | null {
  const kind = Object.prototype.toString.call(value).slice(8, -1);
  const name = typeName(value);
  if (name !== kind && !(kind === 'Uint8Array' && name === 'Buffer')) return null;
  return tagged(kind, name, value, encoding) as Json | null;
}

function tagged(kind: string, name: string, value: object, encoding: Encoding): Tagged | null {
  switch (kind) {
    case 'Date': {
      const time = Date.prototype.getTime.call(value);
      return { $: 'date', value: Number.isNaN(time) ? null : new Date(time).toISOString() };
    }
    case 'RegExp': {
      const { source, flags } = value as RegExp;
      return { $: 'regexp', source: encoding.part('source', source, 1), flags };
    }
    case 'Map':
      return { $: 'map', entries: encodeEntries(value, encoding) };
    case 'Set':
      return { $: 'set', items: encodeItems(value, encoding) };
    case 'URL':
      return { $: 'url', value: redacted((value as URL).href, encoding.redactor) };
    case 'URLSearchParams':
      return { $: 'search-params', value: redacted(String(value), encoding.redactor) };
    case 'Headers':
      return { $: 'headers', entries: [...(value as Headers)].map(([key, text]) => [key, encoding.part(key, text, 3)]) };
    case 'ArrayBuffer':
      return { $: 'bytes', type: kind, value: encodeBytes(new Uint8Array(value as ArrayBuffer), encoding.redactor) };
    default:
      return ArrayBuffer.isView(value) ? { $: 'bytes', type: name, value: encodeView(value, encoding.redactor) } : null;
  }
}

function encodeEntries(map: object, encoding: Encoding): readonly (readonly [Json, Json])[] {
  const entries: [Json, Json][] = [];
  Map.prototype.forEach.call(map, (value, key) => {
    const step = typeof key === 'string' ? key : entries.length;
    entries.push([encoding.part(entries.length, key, 3), encoding.part(step, value, 3)]);
  });
  return entries;
}

function encodeItems(set: object, encoding: Encoding): readonly Json[] {
  const items: Json[] = [];
  Set.prototype.forEach.call(set, (item) => {
    items.push(encoding.part(items.length, item, 2));
  });
  return items;
}

function redacted(text: string, redactor: Redactor | undefined): string {
  return redactor === undefined ? text : redactor.text(text);
}

function encodeView(view: ArrayBufferView, redactor: Redactor | undefined): string {
  const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
  const isText = view instanceof Uint8Array || view instanceof Uint8ClampedArray || view instanceof DataView;
  return encodeBytes(bytes, isText ? redactor : undefined);
}

// A file that a tool read may hold a secret. Each byte is taken for a character: secrets are ASCII, whatever stands around them.
function encodeBytes(bytes: Uint8Array, redactor: Redactor | undefined): string {
  if (redactor === undefined) return encodeBase64(bytes);
  const text = latin1(bytes);
  const clean = redactor.text(text);
  return encodeBase64(clean === text ? bytes : Uint8Array.from(clean, (character) => character.charCodeAt(0)));
}

function latin1(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return text;
}
