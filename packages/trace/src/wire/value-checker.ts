import type { Json, JsonObject } from '../json/json.ts';
import { isWellFormed } from '../json/well-formed.ts';
import { MAX_DEPTH, MAX_WEIGHT } from '../limits.ts';
import { isTagKind } from '../shapes/tag-kinds.ts';
import { isRef, type Ref, type Wire } from '../shapes/wire-event.ts';
import { taggedNumber, taggedObject, taggedText } from '../values/tagged-forms.ts';
import type { FrameOrigin, ValueTable } from './value-table.ts';

/** What is wrong with a value: a phrase for the error that knows the place. */
export class ValueProblem extends Error {}

/** How deep a value is and about how long as JSON, with all references followed. */
interface Measure {
  readonly depth: number;
  readonly weight: number;
}

/** A list in the table: the measure of its beginnings, each longer by one item than `prefixLength`. */
interface ListMeasure {
  readonly prefixOf: number;
  readonly prefixLength: number;
  readonly beginnings: readonly Measure[];
}

const emptyList: Measure = { depth: 1, weight: 2 };

/**
 * Checks the values of one segment as they are read. How deep a value is and how large it would be with all its references followed have
 * limits, so that a small file cannot stand for an endless value.
 *
 * What people write into a text trace by hand (a key `__proto__`, the escape of half a surrogate pair) comes out in its tagged form.
 */
export class ValueChecker {
  readonly #table: ValueTable;
  readonly #base: ValueChecker | null;
  readonly #start: number;
  readonly #depths: number[] = [];
  readonly #weights: number[] = [];
  readonly #lists = new Map<number, ListMeasure>();
  /** Of the value that is being checked, so far. */
  #depth = 0;
  #weight = 0;
  /** Collects the measures of a list that gets a number. */
  #beginnings: Measure[] | null = null;

  /** @param base the trunk's checker, for a fork */
  constructor(table: ValueTable, base: ValueChecker | null = null) {
    this.#table = table;
    this.#base = base;
    this.#start = table.size;
  }

  /** @throws ValueProblem */
  check(value: unknown): Wire {
    this.#depth = 0;
    this.#weight = 0;
    const wire = this.#value(value, 0);
    if (this.#weight > MAX_WEIGHT) throw new ValueProblem(`a value of more than ${MAX_WEIGHT} characters with its references followed`);
    return wire;
  }

  /**
   * Checks a value and gives it the next number.
   * @param origin where it stands in the file
   * @throws ValueProblem
   */
  add(value: unknown, origin: FrameOrigin | null = null): void {
    const n = this.#table.size;
    const beginnings: Measure[] = [];
    this.#beginnings = beginnings;
    const wire = this.check(value);
    this.#beginnings = null;
    this.#table.add(wire, wire === value ? origin : null);
    this.#depths.push(this.#depth);
    this.#weights.push(this.#weight);
    if (this.#table.kindAt(n) !== 'list') return;
    const prefixOf = isRef(wire) ? wire.of : -1;
    const prefixLength = isRef(wire) ? (wire.first ?? this.#table.lengthAt(wire.of)) : 0;
    this.#lists.set(n, { prefixOf, prefixLength, beginnings });
  }

  #value(value: unknown, depth: number): Wire {
    switch (typeof value) {
      case 'string':
        this.#weight += value.length + 2;
        return isWellFormed(value) ? value : taggedText(value);
      case 'number':
        if (!Number.isFinite(value)) throw new ValueProblem('a number that no double holds');
        this.#weight += 8;
        return taggedNumber(value);
      case 'boolean':
        this.#weight += 5;
        return value;
      case 'object':
        if (value === null) this.#weight += 4;
        return value === null ? null : this.#container(value, depth);
      case 'undefined':
      case 'function':
      case 'symbol':
      case 'bigint':
        throw new ValueProblem(`a value of type ${typeof value}`);
    }
  }

  #container(value: object, depth: number): Wire {
    if (isRef(value as Wire)) return this.#ref(value as Ref, depth);
    this.#deepen(depth + 1);
    this.#weight += 2;
    return Array.isArray(value) ? this.#items(value, depth + 1) : this.#members(value as JsonObject, depth + 1);
  }

  #deepen(depth: number): void {
    if (depth > MAX_DEPTH) throw new ValueProblem(`a value nested deeper than ${MAX_DEPTH}`);
    if (depth > this.#depth) this.#depth = depth;
  }

  #items(value: readonly unknown[], depth: number): readonly Wire[] {
    const beginnings = depth === 1 ? this.#beginnings : null;
    let changed: Wire[] | null = null;
    for (let i = 0; i < value.length; i++) {
      const wire = this.#value(value[i], depth);
      this.#weight++;
      if (wire !== value[i]) changed ??= value.slice(0, i) as Wire[];
      changed?.push(wire);
      beginnings?.push({ depth: this.#depth, weight: this.#weight });
    }
    return changed ?? (value as readonly Wire[]);
  }

  #members(value: JsonObject, depth: number): Wire {
    if (value.$ !== undefined && !isTagKind(value.$)) throw new ValueProblem(`a value of an unknown kind ${named(value.$)}`);
    let changed: Record<string, Wire> | null = null;
    for (const key of Object.keys(value)) {
      if (key === '__proto__' || !isWellFormed(key)) return this.#value(taggedObject(value), depth - 1);
      const member = value[key] as Json;
      const wire = this.#value(member, depth);
      this.#weight += key.length + 4;
      if (wire === member) continue;
      changed ??= { ...value };
      changed[key] = wire;
    }
    return changed ?? value;
  }

  #ref(ref: Ref, depth: number): Wire {
    const { of, first, rest } = ref;
    const size = this.#table.size;
    if (!Number.isInteger(of) || of < 0 || of >= size)
      throw new ValueProblem(`a reference to value ${named(of)}, of which there are ${size} so far`);
    const members = 2 + (first === undefined ? 0 : 1) + (rest === undefined ? 0 : 1);
    if (Object.keys(ref).length !== members) throw new ValueProblem('a reference with an unknown member');
    const { depth: deep, weight } = first === undefined ? this.#measureAt(of) : this.#measureOfFirst(of, first);
    this.#deepen(depth + deep);
    this.#weight += weight;
    return rest === undefined ? (ref as Json & Ref) : this.#rest(ref, rest, depth);
  }

  #rest(ref: Ref, rest: string | readonly Wire[], depth: number): Wire {
    const kind = this.#table.kindAt(ref.of);
    if (kind === 'text' && typeof rest === 'string') {
      if (!isWellFormed(rest)) throw new ValueProblem('half of a surrogate pair after a reference');
      this.#weight += rest.length;
      return ref as Json & Ref;
    }
    if (kind !== 'list' || !Array.isArray(rest))
      throw new ValueProblem(`a reference that goes on from value ${ref.of} with something else`);
    const wires = this.#items(rest, depth + 1);
    return wires === rest ? (ref as Json & Ref) : ({ ...ref, rest: wires } as Json & Ref);
  }

  #measureAt(n: number): Measure {
    if (this.#base !== null && n < this.#start) return this.#base.#measureAt(n);
    return { depth: this.#depths[n - this.#start] as number, weight: this.#weights[n - this.#start] as number };
  }

  #measureOfFirst(of: number, first: number): Measure {
    const kind = this.#table.kindAt(of);
    const length = this.#table.lengthAt(of);
    if (kind === 'other' || !Number.isInteger(first) || first < 0 || first > length) {
      throw new ValueProblem(
        `a reference to the first ${named(first)} parts of value ${of}, which has ${kind === 'other' ? 'none' : length}`,
      );
    }
    if (kind === 'list') return this.#measureOfBeginning(of, first);
    const last = first === 0 || first === length ? 0 : this.#table.unitAt(of, first - 1);
    if (last >= 0xd800 && last <= 0xdbff) throw new ValueProblem('a reference that cuts a surrogate pair');
    return { depth: 0, weight: first + 2 };
  }

  #measureOfBeginning(of: number, length: number): Measure {
    if (length === 0) return emptyList;
    for (let n = of; ; ) {
      const list = this.#listAt(n);
      if (length > list.prefixLength) return list.beginnings[length - list.prefixLength - 1] as Measure;
      n = list.prefixOf;
    }
  }

  #listAt(n: number): ListMeasure {
    return this.#base !== null && n < this.#start ? this.#base.#listAt(n) : (this.#lists.get(n) as ListMeasure);
  }
}

/** In a message: whatever stands where a number or a name is due, and not too much of it. */
function named(found: unknown): string {
  return (JSON.stringify(found) ?? 'nothing').slice(0, 40);
}
