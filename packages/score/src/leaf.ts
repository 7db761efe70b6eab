import { childPointer, type Json, type JsonObject } from '@stepfork/trace';

/** One value inside another that holds no further ones: a text, a number, an empty list, a tagged value. */
export interface Leaf {
  /** JSON Pointer; a second one behind `→` leads on into a text that is JSON. */
  readonly pointer: string;
  readonly value: Json;
  /** The whole value with another leaf here; `undefined`: without it. */
  readonly put: (other: Json | undefined) => Json;
}

/** The leaves of a value, in its order. */
export function* leavesOf(value: Json, pointer = ''): Generator<Leaf> {
  const parts = partsOf(value);
  if (parts === null) {
    yield { pointer, value, put: (other) => (other === undefined ? { $: 'undefined' } : other) };
    return;
  }
  for (const [key, part] of parts) {
    for (const leaf of leavesOf(part, childPointer(pointer, key))) yield { ...leaf, put: putting(value, key, part, leaf) };
  }
}

/** The same, and the leaves of texts that are JSON, as models answer it, with whatever stands around it. */
export function* leavesWithin(value: Json): Generator<Leaf> {
  for (const leaf of leavesOf(value)) {
    const text = typeof leaf.value === 'string' ? jsonIn(leaf.value) : null;
    if (text === null) yield leaf;
    else {
      for (const inner of leavesOf(text.json)) {
        const put = (other: Json | undefined): Json => leaf.put(`${text.before}${JSON.stringify(inner.put(other))}${text.after}`);
        yield { pointer: `${leaf.pointer}→${inner.pointer}`, value: inner.value, put };
      }
    }
  }
}

/** Leaves at the same place of items of one list are of one class. */
export function classOf(pointer: string): string {
  return pointer.replace(/\/\d+(?=\/|→|$)/g, '/*');
}

/** What a plain, non-empty list or object holds; `null` for all else. */
function partsOf(value: Json): readonly (readonly [string | number, Json])[] | null {
  if (value === null || typeof value !== 'object') return null;
  if (Array.isArray(value)) return value.length === 0 ? null : [...value.entries()];
  const entries = Object.entries(value as JsonObject);
  return '$' in value || entries.length === 0 ? null : entries;
}

function putting(whole: Json, key: string | number, part: Json, leaf: Leaf): Leaf['put'] {
  const isHere = partsOf(part) === null;
  return (other) => {
    const inner = isHere ? other : leaf.put(other);
    if (Array.isArray(whole)) return inner === undefined ? whole.toSpliced(Number(key), 1) : whole.with(Number(key), inner);
    if (inner !== undefined) return { ...(whole as JsonObject), [key]: inner };
    const { [key]: _, ...rest } = whole as JsonObject;
    return rest;
  };
}

/** The object or list in a text, with what stands before and behind it, such as a fence. */
function jsonIn(text: string): { readonly before: string; readonly json: Json; readonly after: string } | null {
  const from = text.search(/[[{]/);
  const to = Math.max(text.lastIndexOf('}'), text.lastIndexOf(']')) + 1;
  if (from < 0 || to <= from) return null;
  try {
    const json = JSON.parse(text.slice(from, to)) as Json;
    return partsOf(json) === null ? null : { before: text.slice(0, from), json, after: text.slice(to) };
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
