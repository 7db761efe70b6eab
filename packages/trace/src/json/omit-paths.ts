import type { Json, JsonObject } from './json.ts';
import { childPointer, parsePointer } from './json-pointer.ts';

/**
 * The value without what the JSON Pointers point to, and which places those were.
 *
 * A segment `*` stands for any key or index. What is left out counts neither with its value nor with its presence; indexes are those of
 * the whole list. A pointer goes through a tagged value by its JSON form: the first value of a map at `/seen` is `/seen/entries/0/1`.
 *
 * @throws {PointerError} for a text that is no JSON Pointer
 */
export function omitPaths(json: Json, pointers: readonly string[]): { readonly json: Json; readonly omitted: readonly string[] } {
  const omitted: string[] = [];
  const rest = omit(json, pointers.map(parsePointer), '', omitted);
  return { json: rest ?? null, omitted };
}

// `undefined` stands for what was left out, which no JSON is.
function omit(json: Json, pointers: readonly (readonly string[])[], path: string, omitted: string[]): Json | undefined {
  if (pointers.some((segments) => segments.length === 0)) {
    omitted.push(path);
    return undefined;
  }
  if (typeof json !== 'object' || json === null || pointers.length === 0) return json;
  const part = (key: string, value: Json): Json | undefined => {
    const further = pointers.filter(([first]) => first === key || first === '*').map((segments) => segments.slice(1));
    return further.length === 0 ? value : omit(value, further, childPointer(path, key), omitted);
  };
  if (Array.isArray(json)) return json.map((item: Json, at) => part(String(at), item)).filter((item) => item !== undefined);
  const entries = Object.entries(json as JsonObject).map(([key, value]) => [key, part(key, value)] as const);
  return Object.fromEntries(entries.filter((entry): entry is readonly [string, Json] => entry[1] !== undefined));
}
