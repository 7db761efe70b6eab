import type { Json, JsonObject } from '../json/json.ts';
import { isRef, type Ref, type Wire } from '../shapes/wire-event.ts';

/** Where in a file a value stands: the line or frame, which of the events in that, and how long the event is by itself. */
export interface FrameOrigin {
  readonly offset: number;
  readonly length: number;
  readonly index: number;
  readonly size: number;
}

/** Keeps the values of a segment as they stand on the wire, in their order. */
export interface WireStore {
  push(wire: Wire, origin: FrameOrigin | null): void;
  at(index: number): Wire | undefined;
}

/** Whether more can be added to a value: texts and lists may be the beginning of a longer one. */
export type ValueKind = 'text' | 'list' | 'other';

/**
 * The values of one segment by number, each stored once. A value is built when it is first asked for and shared from then on, so a trace
 * whose requests repeat their history holds each message once.
 *
 * Trusts what is added: a reference goes to an earlier value that fits.
 */
export class ValueTable {
  /** The trunk's table, in a fork. */
  readonly base: ValueTable | null;
  /** The number of the first value of its own. */
  readonly start: number;
  readonly #wires: WireStore;
  readonly #kinds: ValueKind[] = [];
  readonly #lengths: number[] = [];
  readonly #built: (Json | undefined)[] = [];
  readonly #keepsBuilt: boolean;

  /**
   * @param base the trunk's table, for a fork
   * @param store where the values are kept; in memory if none is given
   */
  constructor(base: ValueTable | null = null, store: WireStore | null = null) {
    this.base = base;
    this.start = base === null ? 0 : base.size;
    this.#wires = store ?? new MemoryStore();
    this.#keepsBuilt = store === null;
  }

  /** The number that the next value gets. */
  get size(): number {
    return this.start + this.#kinds.length;
  }

  /** @param origin where in the file it stands, if it can be read there again */
  add(wire: Wire, origin: FrameOrigin | null = null): number {
    const n = this.size;
    this.#wires.push(wire, origin);
    this.#kinds.push(this.#kindOf(wire));
    this.#lengths.push(this.#lengthOf(wire));
    return n;
  }

  wireAt(n: number): Wire {
    if (this.base !== null && n < this.start) return this.base.wireAt(n);
    const wire = this.#wires.at(n - this.start);
    if (wire === undefined) throw new RangeError(`value ${n} of ${this.size}`);
    return wire;
  }

  kindAt(n: number): ValueKind {
    if (this.base !== null && n < this.start) return this.base.kindAt(n);
    return this.#kinds[n - this.start] ?? 'other';
  }

  /** Items of a list, UTF-16 units of a string; 0 for anything else. */
  lengthAt(n: number): number {
    if (this.base !== null && n < this.start) return this.base.lengthAt(n);
    return this.#lengths[n - this.start] ?? 0;
  }

  /** One UTF-16 unit of a text, without building the text. */
  unitAt(n: number, index: number): number {
    for (let at = n; ; ) {
      const wire = this.wireAt(at);
      if (typeof wire === 'string') return wire.charCodeAt(index);
      const { of, first = this.lengthAt(of), rest } = wire as Json & Ref;
      if (index >= first) return (rest as string).charCodeAt(index - first);
      at = of;
    }
  }

  valueAt(n: number): Json {
    if (this.base !== null && n < this.start) return this.base.valueAt(n);
    const built = this.#built[n - this.start];
    if (built !== undefined) return built;
    const wire = this.wireAt(n);
    const value = isRef(wire) ? this.#follow(wire) : this.resolve(wire);
    if (this.#keepsBuilt) this.#built[n - this.start] = value;
    return value;
  }

  /** The value with all its references followed. What holds none is given back as it is. */
  resolve(wire: Wire): Json {
    if (typeof wire !== 'object' || wire === null) return wire;
    if (isArray(wire)) return this.#resolveList(wire);
    if (!isRef(wire)) return this.#resolveObject(wire);
    return wire.first === undefined && wire.rest === undefined ? this.valueAt(wire.of) : this.#follow(wire);
  }

  #resolveList(wires: readonly Wire[]): readonly Json[] {
    let changed: Json[] | null = null;
    for (let i = 0; i < wires.length; i++) {
      const wire = wires[i] as Wire;
      const value = this.resolve(wire);
      if (value !== wire && changed === null) changed = wires.slice(0, i);
      changed?.push(value);
    }
    return changed ?? wires;
  }

  #resolveObject(wires: JsonObject): Json {
    let changed: Record<string, Json> | null = null;
    for (const key of Object.keys(wires)) {
      const wire = wires[key] as Wire;
      const value = this.resolve(wire);
      if (value === wire) continue;
      // A copy in the same order of keys: setting a key that is there does not move it.
      changed ??= { ...wires };
      changed[key] = value;
    }
    return changed ?? wires;
  }

  /** Follows a chain of references in a loop: that of a long conversation is as long as the conversation. */
  #follow(last: Ref): Json {
    const rests: (string | readonly Wire[])[] = [];
    let ref = last;
    let length = Number.POSITIVE_INFINITY;
    for (;;) {
      const first = ref.first ?? this.lengthAt(ref.of);
      if (ref.rest !== undefined && length > first) rests.push(ref.rest.slice(0, length - first));
      length = Math.min(length, first);
      const next = this.wireAt(ref.of);
      if (!isRef(next) || this.#isBuilt(ref.of)) break;
      ref = next;
    }
    const head = this.valueAt(ref.of);
    rests.reverse();
    if (typeof head === 'string') return head.slice(0, length) + rests.join('');
    if (typeof head !== 'object' || head === null || !isArray(head) || (rests.length === 0 && length === head.length)) return head;
    const items = head.slice(0, length);
    for (const rest of rests) for (const item of rest) items.push(this.resolve(item));
    return items;
  }

  #isBuilt(n: number): boolean {
    if (this.base !== null && n < this.start) return this.base.#isBuilt(n);
    return this.#built[n - this.start] !== undefined;
  }

  #kindOf(wire: Wire): ValueKind {
    if (typeof wire === 'string') return 'text';
    if (typeof wire !== 'object' || wire === null) return 'other';
    if (isArray(wire)) return 'list';
    return isRef(wire) ? this.kindAt(wire.of) : 'other';
  }

  #lengthOf(wire: Wire): number {
    if (typeof wire === 'string') return wire.length;
    if (typeof wire !== 'object' || wire === null) return 0;
    if (isArray(wire)) return wire.length;
    if (!isRef(wire)) return 0;
    return (wire.first ?? this.lengthAt(wire.of)) + (wire.rest?.length ?? 0);
  }
}

class MemoryStore implements WireStore {
  readonly #wires: Wire[] = [];

  push(wire: Wire): void {
    this.#wires.push(wire);
  }

  at(index: number): Wire | undefined {
    return this.#wires[index];
  }
}

function isArray(value: object): value is readonly Json[] {
  return Array.isArray(value);
}
