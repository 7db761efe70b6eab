import stableStringify from 'fast-json-stable-stringify';
import type { Json, JsonObject } from './json.ts';
import { omitPaths } from './omit-paths.ts';

/**
 * Text that is equal for equal values: keys sorted, no white space.
 *
 * Order counts in lists only, not in objects, maps and sets. Of an opaque value type and fields count, not the path (its place says it).
 * `undefined`, `null`, NaN and a date are four texts; 1 and 1.0 are one number and one text.
 *
 * @param ignore JSON Pointers of what is left out, see {@link omitPaths}
 * @throws {PointerError}
 */
export function canonicalJson(json: Json, ignore: readonly string[] = []): string {
  if (ignore.length === 0 && (json === null || typeof json !== 'object')) return JSON.stringify(json);
  return stableStringify(unordered(ignore.length === 0 ? json : omitPaths(json, ignore).json));
}

/** The value with its sets and maps sorted; the value itself where it holds none, so that most inputs cost one look and no copy. */
function unordered(json: Json): Json {
  if (typeof json !== 'object' || json === null) return json;
  if (Array.isArray(json)) return mapList(json);
  const object = json as JsonObject;
  switch (object.$) {
    case 'opaque':
      return { $: 'opaque', type: object.type ?? null, fields: unordered(object.fields ?? null) };
    case 'set':
      return Array.isArray(object.items) ? { $: 'set', items: sorted(object.items) } : mapObject(object);
    case 'map':
    case 'object':
      return Array.isArray(object.entries) ? { $: object.$, entries: sorted(object.entries) } : mapObject(object);
    default:
      return mapObject(object);
  }
}

// The copy starts at the first element that changes: a second visit of one that was changed would double the work at every level.
function mapList(list: readonly Json[]): readonly Json[] {
  let copy: Json[] | null = null;
  for (let at = 0; at < list.length; at++) {
    const item = list[at] as Json;
    const plain = unordered(item);
    if (plain !== item) copy ??= list.slice(0, at);
    copy?.push(plain);
  }
  return copy ?? list;
}

function mapObject(object: JsonObject): JsonObject {
  const keys = Object.keys(object);
  const values = keys.map((key) => object[key] as Json);
  const plain = mapList(values);
  return plain === values ? object : Object.fromEntries(keys.map((key, at) => [key, plain[at] as Json]));
}

function sorted(items: readonly Json[]): readonly Json[] {
  return items
    .map(unordered)
    .map((item) => ({ item, text: stableStringify(item) }))
    .sort((one, other) => (one.text < other.text ? -1 : one.text > other.text ? 1 : 0))
    .map(({ item }) => item);
}
