import type { Json, JsonObject } from './json.ts';
import { INLINE_WEIGHT, MAX_DEPTH } from './limits.ts';
import { isTagKind } from './tag-kinds.ts';
import { taggedNumber, taggedObject, taggedText } from './tagged-forms.ts';
import type { ValueTable } from './value-table.ts';
import { isWellFormed } from './well-formed.ts';
import { isRef, type Wire } from './wire-event.ts';

/** A string shares its beginning with an earlier one from this length on … */
const MIN_SHARED_TEXT = 256;
/** … and is found by so many characters at its start. */
const HEAD = 64;
/** So many texts that begin alike are remembered: prompts of conversations that go on side by side. */
const SIDE_BY_SIDE = 8;
/** Below this, writing the first items again is shorter than referring to them. */
const MIN_SHARED_LIST = 32;
/** More than the number of distinct items that fit into memory; node × ITEMS + item stays an exact number for 2^26 nodes. */
const ITEMS = 2 ** 27;
const ROOT = 0;

interface Text {
  readonly n: number;
  readonly text: string;
}

/**
 * Finds what a segment has already stored, and adds what is new to its table.
 *
 * Hash-consing from the leaves up, without digests: a string is found by itself, an object by its text in which big members are already
 * numbers, a list by walking a trie of items, so that its longest earlier beginning is found.
 */
export class Interner {
  readonly #table: ValueTable;
  readonly #base: Interner | null;
  readonly #strings = new Map<string, number>();
  readonly #sharing = new Map<string, number>();
  readonly #heads = new Map<string, readonly Text[]>();
  readonly #objects = new Map<string, number>();
  readonly #items = new Map<string, number>();
  readonly #nodes = new Map<number, number>();
  readonly #listOf: number[] = [];
  readonly #firstNode: number;
  readonly #firstItem: number;
  /** What the value interned last weighs: about its length as JSON. */
  #weight = 0;
  #depth = 0;

  /** @param base the trunk's interner, for a fork: what the trunk stores is found too, and the trunk stays as it is. */
  constructor(table: ValueTable, base: Interner | null = null) {
    this.#table = table;
    this.#base = base;
    this.#firstNode = base === null ? ROOT + 1 : base.#nextNode();
    this.#firstItem = base === null ? 0 : base.#nextItem();
  }

  /** The value as it is written: itself if it is small, else with references to the table, to which its new parts were added. */
  intern(value: Json): Wire {
    if (typeof value === 'string') return this.#string(value);
    if (typeof value === 'number') return this.#number(value);
    if (typeof value === 'boolean' || value === null) {
      this.#weight = 5;
      return value;
    }
    if (typeof value !== 'object') return this.#foreign(value);
    if (this.#depth === MAX_DEPTH) return this.#tooDeep();
    this.#depth++;
    const wire = isArray(value) ? this.#list(value) : this.#object(value);
    this.#depth--;
    return wire;
  }

  #number(value: number): Wire {
    this.#weight = 8;
    return taggedNumber(value);
  }

  #string(value: string): Wire {
    this.#weight = value.length + 2;
    if (value.length < INLINE_WEIGHT) return isWellFormed(value) ? value : taggedText(value);
    const known = this.#find('#strings', value);
    if (known !== undefined) return this.#ref(known);
    if (!isWellFormed(value)) return this.intern(taggedText(value));
    return value.length < 2 * MIN_SHARED_TEXT ? this.#addString(value) : this.#longString(value);
  }

  #addString(value: string): Wire {
    const n = this.#table.add(value);
    this.#strings.set(value, n);
    return this.#ref(n);
  }

  /** A prompt that grows by being written on is stored as its earlier text and the rest. */
  #longString(text: string): Wire {
    const head = text.slice(0, HEAD);
    const earlier = this.#findHead(head);
    const { nearest, length } = nearestOf(earlier, text);
    if (nearest === null || length < MIN_SHARED_TEXT) {
      const ref = this.#addString(text);
      this.#remember(head, { n: this.#table.size - 1, text }, earlier, null);
      return ref;
    }
    const whole = length === nearest.text.length;
    if (length === text.length) return whole ? this.#ref(nearest.n) : this.#begin(nearest.n, length);
    // The rest is copied since a slice would hold the whole string in memory.
    const rest = copyOf(text.slice(length));
    const key = `${nearest.n}/${length}/${rest}`;
    let n = this.#find('#sharing', key);
    if (n === undefined) {
      n = this.#table.add(whole ? { $: 'ref', of: nearest.n, rest } : { $: 'ref', of: nearest.n, first: length, rest });
      this.#sharing.set(key, n);
    }
    this.#remember(head, { n, text }, earlier, whole ? nearest : null);
    return this.#ref(n);
  }

  /** @param before the text that this one goes on from, whose place it takes */
  #remember(head: string, text: Text, earlier: readonly Text[], before: Text | null): void {
    const others = earlier.filter((one) => one !== before && one.n !== text.n);
    this.#heads.set(copyOf(head), [text, ...others].slice(0, SIDE_BY_SIDE));
  }

  #findHead(head: string): readonly Text[] {
    const own = this.#heads.get(head);
    if (own !== undefined) return own;
    return this.#base === null ? [] : this.#base.#findHead(head);
  }

  #object(value: JsonObject): Wire {
    let wires: Record<string, Wire> | null = null;
    let weight = 2;
    const keys = Object.keys(value);
    for (const key of keys) {
      if (key === '__proto__' || !isWellFormed(key)) return this.intern(taggedObject(value));
      const member = value[key] as Json;
      const wire = this.intern(member);
      weight += key.length + 4 + this.#weight;
      if (wire === member) continue;
      wires ??= { ...value };
      wires[key] = wire;
    }
    const wire = wires ?? value;
    // Also what looks like a reference: those come from this class only.
    if (value.$ !== undefined && !isTagKind(value.$)) return this.intern(taggedObject(value));
    this.#weight = weight;
    if (weight < INLINE_WEIGHT) return wire;
    const text = JSON.stringify(wire);
    let n = this.#find('#objects', text);
    if (n === undefined) {
      n = this.#table.add(wire);
      this.#objects.set(text, n);
    }
    return this.#ref(n);
  }

  #list(value: readonly Json[]): Wire {
    let wires: Wire[] | null = null;
    const weights: number[] = [];
    let weight = 2;
    for (let i = 0; i < value.length; i++) {
      const item = value[i] as Json;
      const wire = this.intern(item);
      weights.push(this.#weight + 1);
      weight += this.#weight + 1;
      if (wire !== item) wires ??= value.slice(0, i);
      wires?.push(wire);
    }
    const items = wires ?? value;
    this.#weight = weight;
    return weight < INLINE_WEIGHT ? items : this.#longList(items, weights);
  }

  #longList(items: readonly Wire[], weights: readonly number[]): Wire {
    let node = ROOT;
    let length = 0;
    let shared = 0;
    const ids: number[] = [];
    for (; length < items.length; length++) {
      const id = this.#itemId(items[length] as Wire);
      const next = this.#findNode(node * ITEMS + id);
      ids.push(id);
      if (next === undefined) break;
      node = next;
      shared += weights[length] as number;
    }
    const of = this.#listAt(node);
    if (length === items.length) return length === this.#table.lengthAt(of) ? this.#ref(of) : this.#begin(of, length);
    const n = this.#table.add(shared < MIN_SHARED_LIST ? items : this.#continue(of, length, items.slice(length)));
    for (; length < items.length; length++) {
      const id = ids[length] ?? this.#itemId(items[length] as Wire);
      const next = this.#nextNode();
      this.#nodes.set(node * ITEMS + id, next);
      this.#listOf.push(n);
      node = next;
    }
    return this.#ref(n);
  }

  #continue(of: number, length: number, rest: readonly Wire[]): Wire {
    return length === this.#table.lengthAt(of) ? { $: 'ref', of, rest } : { $: 'ref', of, first: length, rest };
  }

  #begin(of: number, first: number): Wire {
    this.#weight = 40;
    return { $: 'ref', of, first };
  }

  #ref(of: number): Wire {
    this.#weight = 20;
    return { $: 'ref', of };
  }

  #itemId(item: Wire): number {
    if (isRef(item) && item.first === undefined && item.rest === undefined) return 2 * item.of;
    const text = JSON.stringify(item);
    let id = this.#find('#items', text);
    if (id === undefined) {
      id = this.#nextItem();
      this.#items.set(text, id);
    }
    return 2 * id + 1;
  }

  #find(map: '#strings' | '#sharing' | '#objects' | '#items', key: string): number | undefined {
    const own = this.#mapOf(map).get(key);
    return own === undefined && this.#base !== null ? this.#base.#find(map, key) : own;
  }

  #mapOf(map: '#strings' | '#sharing' | '#objects' | '#items'): Map<string, number> {
    switch (map) {
      case '#strings':
        return this.#strings;
      case '#sharing':
        return this.#sharing;
      case '#objects':
        return this.#objects;
      case '#items':
        return this.#items;
    }
  }

  #findNode(key: number): number | undefined {
    const own = this.#nodes.get(key);
    return own === undefined && this.#base !== null ? this.#base.#findNode(key) : own;
  }

  #listAt(node: number): number {
    if (this.#base !== null && node < this.#firstNode) return this.#base.#listAt(node);
    return this.#listOf[node - this.#firstNode] ?? -1;
  }

  #nextNode(): number {
    return this.#firstNode + this.#listOf.length;
  }

  #nextItem(): number {
    return this.#firstItem + this.#items.size;
  }

  /** What the types exclude but a caller in plain JavaScript may pass: never a wrong value, and never a throw into a recording. */
  #foreign(value: never): Wire {
    if (value === undefined) return this.intern({ $: 'undefined' });
    return this.intern({ $: 'opaque', type: typeof value, path: '' });
  }

  #tooDeep(): Wire {
    this.#weight = 50;
    return { $: 'opaque', type: 'nested deeper than 512', path: '' };
  }
}

function nearestOf(earlier: readonly Text[], text: string): { readonly nearest: Text | null; readonly length: number } {
  let nearest: Text | null = null;
  let length = 0;
  for (const one of earlier) {
    const shared = sharedLength(one.text, text);
    if (shared <= length) continue;
    nearest = one;
    length = shared;
  }
  return { nearest, length };
}

function sharedLength(earlier: string, value: string): number {
  if (value.startsWith(earlier)) return earlier.length;
  const end = Math.min(earlier.length, value.length);
  let length = 0;
  while (length < end && earlier.charCodeAt(length) === value.charCodeAt(length)) length++;
  // Never between the halves of a surrogate pair.
  const last = value.charCodeAt(length - 1);
  return last >= 0xd800 && last <= 0xdbff ? length - 1 : length;
}

function copyOf(text: string): string {
  return JSON.parse(JSON.stringify(text)) as string;
}

function isArray(value: object): value is readonly Json[] {
  return Array.isArray(value);
}
