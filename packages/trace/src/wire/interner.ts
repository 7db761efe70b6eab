import type { Json, JsonObject } from '../json/json.ts';
import { isWellFormed } from '../json/well-formed.ts';
import { INLINE_OBJECT_WEIGHT, INLINE_WEIGHT, MAX_DEPTH } from '../limits.ts';
import { isTagKind } from '../shapes/tag-kinds.ts';
import type { Wire } from '../shapes/wire-event.ts';
import { isImmutable } from '../values/immutable.ts';
import { taggedNumber, taggedObject, taggedText } from '../values/tagged-forms.ts';
import { ListTrie } from './list-trie.ts';
import { copyOf, TextBeginnings } from './text-beginnings.ts';
import type { ValueTable } from './value-table.ts';

/** A string shares its beginning with an earlier one from this length on. */
const MIN_SHARED_TEXT = 256;
/** Below this, writing the first items again is shorter than referring to them. */
const MIN_SHARED_LIST = 32;
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
  readonly #continued = new Map<string, number>();
  readonly #objects = new Map<string, number>();
  readonly #beginnings: TextBeginnings;
  readonly #lists: ListTrie;
  /** What became of objects that nobody changes. */
  readonly #known = new WeakMap<object, { readonly depth: number; readonly wire: Wire; readonly weight: number }>();
  /** What the value interned last weighs: about its length as JSON. */
  #weight = 0;
  #depth = 0;

  /** @param base the trunk's interner, for a fork: what the trunk stores is found too, and the trunk stays as it is. */
  constructor(table: ValueTable, base: Interner | null = null) {
    this.#table = table;
    this.#base = base;
    this.#beginnings = new TextBeginnings(base === null ? null : base.#beginnings);
    this.#lists = new ListTrie(base === null ? null : base.#lists);
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
    const known = this.#known.get(value);
    if (known !== undefined && known.depth === this.#depth) {
      this.#weight = known.weight;
      return known.wire;
    }
    const wire = this.#container(value);
    if (isImmutable(value)) this.#known.set(value, { depth: this.#depth, wire, weight: this.#weight });
    return wire;
  }

  #container(value: readonly Json[] | JsonObject): Wire {
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
    const known = this.#findString(value);
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
    const shared = this.#beginnings.find(text);
    if (shared === null || shared.length < MIN_SHARED_TEXT) {
      const ref = this.#addString(text);
      this.#beginnings.remember({ n: this.#table.size - 1, text }, null);
      return ref;
    }
    const { nearest, length } = shared;
    const whole = length === nearest.text.length;
    if (length === text.length) return whole ? this.#ref(nearest.n) : this.#begin(nearest.n, length);
    const rest = copyOf(text.slice(length));
    const key = `${nearest.n}/${length}/${rest}`;
    let n = this.#findContinued(key);
    if (n === undefined) {
      n = this.#table.add(whole ? { $: 'ref', of: nearest.n, rest } : { $: 'ref', of: nearest.n, first: length, rest });
      this.#continued.set(key, n);
    }
    this.#beginnings.remember({ n, text }, whole ? nearest : null);
    return this.#ref(n);
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
    if (weight < INLINE_OBJECT_WEIGHT) return wire;
    const text = JSON.stringify(wire);
    let n = this.#findObject(text);
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
    const walk = this.#lists.walk(items);
    const { of, length } = walk;
    if (length === items.length) return length === this.#table.lengthAt(of) ? this.#ref(of) : this.#begin(of, length);
    let shared = 0;
    for (let at = 0; at < length; at++) shared += weights[at] as number;
    const n = this.#table.add(shared < MIN_SHARED_LIST ? items : this.#continue(of, length, items.slice(length)));
    this.#lists.add(items, walk, n);
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

  #findString(text: string): number | undefined {
    return this.#strings.get(text) ?? (this.#base === null ? undefined : this.#base.#findString(text));
  }

  #findContinued(key: string): number | undefined {
    return this.#continued.get(key) ?? (this.#base === null ? undefined : this.#base.#findContinued(key));
  }

  #findObject(text: string): number | undefined {
    return this.#objects.get(text) ?? (this.#base === null ? undefined : this.#base.#findObject(text));
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

function isArray(value: object): value is readonly Json[] {
  return Array.isArray(value);
}
