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
  return write(ignore.length === 0 ? json : omitPaths(json, ignore).json);
}

function write(json: Json): string {
  if (typeof json === 'string') return quote(json);
  if (typeof json !== 'object' || json === null) return `${json}`;
  if (Array.isArray(json)) return writeList(json);
  const object = json as JsonObject;
  switch (object.$) {
    case undefined:
      return writeObject(object);
    case 'opaque':
      return writeObject({ $: 'opaque', type: object.type ?? null, fields: object.fields ?? null });
    case 'set':
      return Array.isArray(object.items) ? writeObject({ $: 'set', items: sorted(object.items) }) : writeObject(object);
    case 'map':
    case 'object':
      return Array.isArray(object.entries) ? writeObject({ $: object.$, entries: sorted(object.entries) }) : writeObject(object);
    default:
      return writeObject(object);
  }
}

function writeList(list: readonly Json[]): string {
  let text = '[';
  for (let at = 0; at < list.length; at++) {
    if (at > 0) text += ',';
    text += write(list[at] as Json);
  }
  return `${text}]`;
}

function writeObject(object: JsonObject): string {
  const keys = Object.keys(object);
  sortKeys(keys);
  let text = '{';
  for (let at = 0; at < keys.length; at++) {
    const key = keys[at] as string;
    if (at > 0) text += ',';
    text += `${quote(key)}:${write(object[key] as Json)}`;
  }
  return `${text}}`;
}

// Most objects have few keys, often in order already; for them this is several times faster than `sort`.
function sortKeys(keys: string[]): void {
  if (keys.length > 20) {
    keys.sort();
    return;
  }
  for (let at = 1; at < keys.length; at++) {
    const key = keys[at] as string;
    let to = at;
    for (; to > 0 && (keys[to - 1] as string) > key; to--) keys[to] = keys[to - 1] as string;
    keys[to] = key;
  }
}

// All but what stands for itself in JSON text.
const needsEscape = /[^ !#-[\]-\ud7ff\ue000-\uffff]/;

function quote(text: string): string {
  return needsEscape.test(text) ? JSON.stringify(text) : `"${text}"`;
}

function sorted(items: readonly Json[]): readonly Json[] {
  if (items.length < 2) return items;
  return items
    .map((item) => ({ item, text: write(item) }))
    .sort((one, other) => (one.text < other.text ? -1 : one.text > other.text ? 1 : 0))
    .map(({ item }) => item);
}
