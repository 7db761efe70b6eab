import { canonicalJson, type Json, type JsonObject } from '@stepfork/trace';

/** The items of an array or of a tagged Set; `null` for anything else. Between two sets order does not count. */
export function itemsOf(value: Json, beside: Json): readonly Json[] | null {
  if (Array.isArray(value)) return value;
  const tagged = taggedOf(value);
  if (tagged?.$ !== 'set' || !Array.isArray(tagged.items)) return null;
  return taggedOf(beside)?.$ === 'set' ? inOrderOfText(tagged.items) : tagged.items;
}

/**
 * The keys of an object or of what a tag hides; `null` for anything else. `beside` is the value it is compared with: two values with
 * the same tag are compared as they are written, tag and all.
 */
export function keysOf(value: Json, beside: Json): ReadonlyMap<string, Json> | null {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return null;
  const tagged = taggedOf(value);
  if (tagged === null) return new Map(Object.entries(value));
  switch (tagged.$) {
    case 'object':
    case 'map':
    case 'headers':
      return entriesOf(tagged.entries);
    case 'error':
    case 'opaque': {
      const { $, fields, ...own } = tagged;
      if (taggedOf(beside)?.$ === $) return new Map(Object.entries(tagged));
      const inner = fields === undefined ? new Map<string, Json>() : (keysOf(fields, null) ?? new Map<string, Json>());
      return new Map([...($ === 'error' ? Object.entries(own) : []), ...inner]);
    }
    default:
      return null;
  }
}

/** The same as an object, which a plain one is already. */
export function fieldsOf(value: Json, beside: Json): JsonObject | null {
  if (isPlainObject(value)) return value;
  const keys = keysOf(value, beside);
  return keys === null ? null : Object.fromEntries(keys);
}

/** An object that stands for itself. */
export function isPlainObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !('$' in value);
}

function inOrderOfText(items: readonly Json[]): readonly Json[] {
  return items
    .map((item) => ({ item, text: canonicalJson(item) }))
    .sort((a, b) => (a.text < b.text ? -1 : 1))
    .map(({ item }) => item);
}

function entriesOf(entries: Json | undefined): ReadonlyMap<string, Json> | null {
  if (!Array.isArray(entries)) return null;
  const map = new Map<string, Json>();
  for (const entry of entries) {
    const [key, value] = Array.isArray(entry) ? entry : [];
    if (typeof key !== 'string' || value === undefined) return null;
    map.set(key, value);
  }
  return map;
}

function taggedOf(value: Json): { readonly [key: string]: Json; readonly $: Json } | null {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return null;
  const object = value as { readonly [key: string]: Json };
  return '$' in object ? (object as { readonly [key: string]: Json; readonly $: Json }) : null;
}
