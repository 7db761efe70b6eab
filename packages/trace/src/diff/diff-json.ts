import { canonicalJson } from '../json/canonical-json.ts';
import { isJsonObject, type Json, type JsonObject } from '../json/json.ts';
import { childPointer } from '../json/json-pointer.ts';
import { alignItems } from './align-items.ts';
import { ValueIds } from './value-ids.ts';

/** One place in which two values differ. `path` is a JSON Pointer: into the expected value, for what was added into the actual one. */
export interface Difference {
  readonly path: string;
  readonly kind: 'changed' | 'added' | 'removed';
  readonly expected?: Json;
  readonly actual?: Json;
}

/**
 * What must change in `expected` to get `actual`; empty if and only if their canonical texts are equal. `undefined` stands for no value.
 *
 * Items of lists are aligned: one that was put in is one difference, not one for each item behind it. Order of the result: that of the
 * expected value, added keys of an object after its own. Lists that are long and very different are compared place by place.
 */
export function diffJson(expected: Json | undefined, actual: Json | undefined): readonly Difference[] {
  if (expected !== undefined && actual !== undefined && canonicalJson(expected) === canonicalJson(actual)) return [];
  const comparison = new Comparison();
  comparison.values('', expected, actual);
  return comparison.differences;
}

class Comparison {
  readonly differences: Difference[] = [];
  readonly #ids: ValueIds = new ValueIds();

  values(path: string, expected: Json | undefined, actual: Json | undefined): void {
    if (expected === undefined || actual === undefined) {
      this.#oneSided(path, expected, actual);
      return;
    }
    if (this.#ids.of(expected) === this.#ids.of(actual)) return;
    const before = this.differences.length;
    this.#parts(path, expected, actual);
    // Equal in all their parts and yet not equal: a set that holds two items which look the same.
    if (this.differences.length === before) this.differences.push({ path, kind: 'changed', expected, actual });
  }

  #parts(path: string, expected: Json, actual: Json): void {
    if (Array.isArray(expected) && Array.isArray(actual)) this.#lists(path, expected, actual);
    else if (isJsonObject(expected) && isJsonObject(actual) && expected.$ === actual.$) this.#objects(path, expected, actual);
    else this.differences.push({ path, kind: 'changed', expected, actual });
  }

  #oneSided(path: string, expected: Json | undefined, actual: Json | undefined): void {
    if (expected !== undefined) this.differences.push({ path, kind: 'removed', expected });
    else if (actual !== undefined) this.differences.push({ path, kind: 'added', actual });
  }

  #lists(path: string, expected: readonly Json[], actual: readonly Json[]): void {
    const ids = (list: readonly Json[]): readonly number[] => list.map((item) => this.#ids.of(item));
    const likeness = (a: number, b: number): number => this.#likeness(expected[a] as Json, actual[b] as Json);
    for (const [a, b] of alignItems(ids(expected), ids(actual), likeness)) {
      this.values(`${path}/${a ?? b}`, a === null ? undefined : expected[a], b === null ? undefined : actual[b]);
    }
  }

  #objects(path: string, expected: JsonObject, actual: JsonObject): void {
    switch (expected.$) {
      case undefined:
      case 'error':
      case 'opaque':
        this.#fields(path, expected, actual);
        break;
      case 'map':
      case 'object':
        this.#entries(path, expected, actual);
        break;
      case 'set':
        this.#items(path, expected, actual);
        break;
      default:
        // One date, one URL: what stands inside the tag is our way of writing.
        this.differences.push({ path, kind: 'changed', expected, actual });
    }
  }

  #fields(path: string, expected: JsonObject, actual: JsonObject): void {
    const keys = [...Object.keys(expected), ...Object.keys(actual).filter((key) => !Object.hasOwn(expected, key))];
    for (const key of keys) {
      if (key === 'path' && expected.$ === 'opaque') continue;
      this.values(childPointer(path, key), own(expected, key), own(actual, key));
    }
  }

  #entries(path: string, expected: JsonObject, actual: JsonObject): void {
    const [left, right] = [pairs(expected.entries), pairs(actual.entries)];
    if (left === null || right === null) return;
    const rest = new Map(right.map(([key], at) => [this.#ids.of(key), at]));
    left.forEach(([key, value], at) => {
      const other = rest.get(this.#ids.of(key));
      rest.delete(this.#ids.of(key));
      if (other === undefined) this.differences.push({ path: `${path}/entries/${at}`, kind: 'removed', expected: [key, value] });
      else this.values(`${path}/entries/${at}/1`, value, right[other]?.[1]);
    });
    for (const at of rest.values()) this.#oneSided(`${path}/entries/${at}`, undefined, right[at]);
  }

  #items(path: string, expected: JsonObject, actual: JsonObject): void {
    const [left, right] = [expected.items, actual.items];
    if (!Array.isArray(left) || !Array.isArray(right)) return;
    const rest = new Map<number, number>(right.map((item: Json, at) => [this.#ids.of(item), at]));
    left.forEach((item: Json, at) => {
      if (!rest.delete(this.#ids.of(item))) this.#oneSided(`${path}/items/${at}`, item, undefined);
    });
    for (const at of rest.values()) this.#oneSided(`${path}/items/${at}`, undefined, right[at] as Json);
  }

  // The share of fields that are equal; for other values only their kind speaks.
  #likeness(expected: Json, actual: Json): number {
    if (!isJsonObject(expected) || !isJsonObject(actual)) return kindOf(expected) === kindOf(actual) ? 0.1 : 0;
    const keys = Object.keys(expected);
    const equal = keys.filter(
      (key) => Object.hasOwn(actual, key) && this.#ids.of(expected[key] as Json) === this.#ids.of(actual[key] as Json),
    );
    return 0.1 + equal.length / Math.max(keys.length, Object.keys(actual).length, 1);
  }
}

function kindOf(json: Json): string {
  return json === null ? 'null' : Array.isArray(json) ? 'list' : typeof json;
}

function own(object: JsonObject, key: string): Json | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

function pairs(entries: unknown): readonly (readonly [Json, Json])[] | null {
  if (!Array.isArray(entries) || !entries.every((entry) => Array.isArray(entry) && entry.length === 2)) return null;
  return entries as readonly (readonly [Json, Json])[];
}
