import type { Json } from '../json/json.ts';
import { JsonNumber } from './json-number.ts';
import type { PartEncoder } from './part-encoder.ts';
import type { Tagged } from './tagged.ts';
import { typeName } from './type-name.ts';

/**
 * A built-in object of this realm or of another one, tagged; `null` for any other, also for an instance of a class that extends one.
 *
 * @throws what the object throws: a Proxy is no Date, although it may say so.
 */
export function encodeBuiltIn(value: object, encoder: PartEncoder): Json | null {
  if (JsonNumber.isInstance(value)) return { $: 'json-number', value: encoder.plain(value.text) };
  const kind = Object.prototype.toString.call(value).slice(8, -1);
  const name = typeName(value);
  if (name !== kind && !(kind === 'Uint8Array' && name === 'Buffer')) return null;
  return tagged(kind, name, value, encoder) as Json | null;
}

// The object may be of another realm or have fields that hide those of its class: what is read from it may be of any type.
function tagged(kind: string, name: string, value: object, encoder: PartEncoder): Tagged | null {
  switch (kind) {
    case 'Date': {
      const time = Date.prototype.getTime.call(value);
      return { $: 'date', value: Number.isNaN(time) ? null : new Date(time).toISOString() };
    }
    case 'RegExp': {
      const { source, flags } = value as RegExp;
      return { $: 'regexp', source: encoder.part('source', String(source), 1), flags: encoder.plain(String(flags)) };
    }
    case 'Map':
      return { $: 'map', entries: encodeEntries(value, encoder) };
    case 'Set':
      return { $: 'set', items: encodeItems(value, encoder) };
    case 'URL':
      return { $: 'url', value: encoder.plain(String((value as URL).href)) };
    case 'URLSearchParams':
      return { $: 'search-params', value: encoder.plain(String(value)) };
    case 'Headers':
      return { $: 'headers', entries: encodeHeaders(value as Headers, encoder) };
    case 'ArrayBuffer':
      return { $: 'bytes', type: kind, value: encoder.bytes(new Uint8Array(value as ArrayBuffer), true) };
    default:
      return ArrayBuffer.isView(value) ? { $: 'bytes', type: name, value: encodeView(value, encoder) } : null;
  }
}

function encodeEntries(map: object, encoder: PartEncoder): readonly (readonly [Json, Json])[] {
  const entries: [Json, Json][] = [];
  Map.prototype.forEach.call(map, (value, key) => {
    const step = typeof key === 'string' ? key : entries.length;
    entries.push([encoder.part(entries.length, key, 3), encoder.part(step, value, 3)]);
  });
  return entries;
}

function encodeItems(set: object, encoder: PartEncoder): readonly Json[] {
  const items: Json[] = [];
  Set.prototype.forEach.call(set, (item) => {
    items.push(encoder.part(items.length, item, 2));
  });
  return items;
}

function encodeHeaders(headers: Headers, encoder: PartEncoder): readonly (readonly [string, Json])[] {
  const entries: [string, Json][] = [];
  // One by one: the walk ends an iterator that has no end.
  for (const [key, text] of headers) entries.push([encoder.plain(String(key)), encoder.part(String(key), text, 3)]);
  return entries;
}

function encodeView(view: ArrayBufferView, encoder: PartEncoder): string {
  const isText = view instanceof Uint8Array || view instanceof Uint8ClampedArray || view instanceof DataView;
  return encoder.bytes(new Uint8Array(view.buffer, view.byteOffset, view.byteLength), isText);
}
