/** Code words as a table: what the next `bits` bits of the stream say, as `symbol << 4 | length of its word`; 0 is no word. */
interface Codes {
  readonly table: Uint16Array;
  readonly bits: number;
}

const MAX_BITS = 15;
/** The lengths of the words for lengths come in this order. */
const ORDER: readonly number[] = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];
/** Lengths of repetitions from 3 on, and distances from 1 on: how many bits tell more about each symbol, and where its numbers begin. */
const lengthBits: readonly number[] = [...stepped(4, 24), 5, 5, 5, 5, 0];
const lengthStarts: readonly number[] = [...starts(3, lengthBits.slice(0, 28)), 258];
const distanceBits: readonly number[] = stepped(2, 30);
const distanceStarts: readonly number[] = starts(1, distanceBits);
let madeCodes: readonly [Codes, Codes] | null = null;

/**
 * DEFLATE (RFC 1951) undone in plain JavaScript, for places without `zlib`: exactly `length` bytes out of all of `deflated`, or `null`. Allocates
 * that length and a table, whatever the bytes say.
 */
export function inflate(deflated: Uint8Array, length: number): Uint8Array | null {
  const stream = new Inflation(deflated, length);
  while (stream.block()) if (stream.failed) return null;
  return stream.failed || !stream.isWhole ? null : stream.bytes;
}

class Inflation {
  readonly bytes: Uint8Array;
  failed = false;
  readonly #source: Uint8Array;
  #at = 0;
  #written = 0;
  /** Bits that were taken from the source and not used yet. */
  #held = 0;
  #count = 0;

  constructor(source: Uint8Array, length: number) {
    this.#source = source;
    this.bytes = new Uint8Array(length);
  }

  /** All was taken, and all was given. */
  get isWhole(): boolean {
    return this.#written === this.bytes.length && this.#at - (this.#count >> 3) === this.#source.length;
  }

  /** One block of the stream. `false`: it was the last one. */
  block(): boolean {
    const isLast = this.#take(1) === 1;
    const kind = this.#take(2);
    if (kind === 0) this.#stored();
    else {
      const codes = kind === 1 ? fixedCodes() : kind === 2 ? this.#codes() : null;
      if (codes === null) this.failed = true;
      else this.#coded(...codes);
    }
    return !isLast && !this.failed;
  }

  #stored(): void {
    this.#take(this.#count & 7);
    const length = this.#take(16);
    const check = this.#take(16);
    // What is held is whole bytes now: they are given back.
    const from = this.#at - (this.#count >> 3);
    const end = from + length;
    if ((length ^ check) !== 0xffff || end > this.#source.length || this.#written + length > this.bytes.length) {
      this.failed = true;
      return;
    }
    this.bytes.set(this.#source.subarray(from, end), this.#written);
    this.#written += length;
    this.#at = end;
    this.#held = 0;
    this.#count = 0;
  }

  #codes(): readonly [Codes, Codes] | null {
    const literals = this.#take(5) + 257;
    const distances = this.#take(5) + 1;
    const count = this.#take(4) + 4;
    if (literals > lengthStarts.length + 257 || distances > distanceStarts.length) return null;
    const first = new Array<number>(19).fill(0);
    for (const symbol of ORDER.slice(0, count)) first[symbol] = this.#take(3);
    const codes = codesOf(first, true);
    const lengths: number[] = [];
    while (codes !== null && lengths.length < literals + distances && !this.failed) {
      const symbol = this.#symbol(codes);
      if (symbol < 16) lengths.push(symbol);
      else if (symbol === 16) {
        const last = lengths.at(-1);
        if (last === undefined) return null;
        lengths.push(...fill(last, 3 + this.#take(2)));
      } else lengths.push(...fill(0, symbol === 17 ? 3 + this.#take(3) : 11 + this.#take(7)));
    }
    if (codes === null || lengths.length !== literals + distances || lengths[256] === 0) return null;
    const [one, other] = [codesOf(lengths.slice(0, literals)), codesOf(lengths.slice(literals))];
    return one === null || other === null ? null : [one, other];
  }

  #coded(literals: Codes, distances: Codes): void {
    const { bytes } = this;
    for (;;) {
      const symbol = this.#symbol(literals);
      if (symbol === 256 || this.failed) return;
      if (symbol < 256) {
        if (this.#written === bytes.length) this.failed = true;
        else bytes[this.#written++] = symbol;
      } else this.#repeat(symbol - 257, distances);
      if (this.failed) return;
    }
  }

  #repeat(symbol: number, distances: Codes): void {
    const length = this.#number(symbol, lengthStarts, lengthBits);
    const distance = this.#number(this.#symbol(distances), distanceStarts, distanceBits);
    if (this.failed || distance > this.#written || this.#written + length > this.bytes.length) {
      this.failed = true;
      return;
    }
    const { bytes } = this;
    for (const end = this.#written + length; this.#written < end; this.#written++) {
      bytes[this.#written] = bytes[this.#written - distance] as number;
    }
  }

  #number(symbol: number, from: readonly number[], bits: readonly number[]): number {
    const start = from[symbol];
    if (start === undefined) this.failed = true;
    return start === undefined ? 0 : start + this.#take(bits[symbol] as number);
  }

  #symbol({ table, bits }: Codes): number {
    this.#hold(bits);
    const entry = table[this.#held & ((1 << bits) - 1)] as number;
    const size = entry & 15;
    if (size === 0 || size > this.#count) this.failed = true;
    this.#drop(size);
    return this.failed ? 0 : entry >> 4;
  }

  #take(bits: number): number {
    this.#hold(bits);
    if (bits > this.#count) this.failed = true;
    const value = this.#held & ((1 << bits) - 1);
    this.#drop(bits);
    return this.failed ? 0 : value;
  }

  /** At most 16 are asked for, so never more than 23 are held. */
  #hold(bits: number): void {
    for (; this.#count < bits && this.#at < this.#source.length; this.#count += 8) {
      this.#held |= (this.#source[this.#at++] as number) << this.#count;
    }
  }

  #drop(bits: number): void {
    this.#held >>>= bits;
    this.#count = Math.max(0, this.#count - bits);
  }
}

function fixedCodes(): readonly [Codes, Codes] {
  madeCodes ??= [codesOf([...fill(8, 144), ...fill(9, 112), ...fill(7, 24), ...fill(8, 8)]) as Codes, codesOf(fill(5, 32)) as Codes];
  return madeCodes;
}

/** `null` if there are more words of these lengths than can be told apart, or, but for a single one, fewer than there is room for. */
function codesOf(lengths: readonly number[], isStrict = false): Codes | null {
  const counts = new Array<number>(MAX_BITS + 1).fill(0);
  for (const length of lengths) if (length > 0) counts[length] = (counts[length] as number) + 1;
  const next = new Array<number>(MAX_BITS + 2).fill(0);
  for (let size = 1; size <= MAX_BITS; size++) {
    const end = (next[size] as number) + (counts[size] as number);
    if (end > 1 << size) return null;
    next[size + 1] = end << 1;
  }
  const longest = Math.max(...lengths);
  const isFull = next[MAX_BITS + 1] === 2 << MAX_BITS;
  if (!isFull && longest > (isStrict ? 0 : 1)) return null;
  const bits = Math.max(1, longest);
  const table = new Uint16Array(1 << bits);
  for (const [symbol, length] of lengths.entries()) {
    if (length === 0) continue;
    const word = reversed(next[length] as number, length);
    next[length] = (next[length] as number) + 1;
    for (let at = word; at < table.length; at += 1 << length) table[at] = (symbol << 4) | length;
  }
  return { table, bits };
}

/** Words stand with their first bit first, numbers with their last. */
function reversed(word: number, length: number): number {
  let bits = 0;
  for (let i = 0; i < length; i++) bits |= ((word >> i) & 1) << (length - 1 - i);
  return bits;
}

/** So many numbers that begin with 0 and grow by one after each group, the first of which is twice as large. */
function stepped(group: number, count: number): number[] {
  return Array.from({ length: count }, (_, at) => Math.max(0, Math.floor(at / group) - 1));
}

function starts(first: number, bits: readonly number[]): number[] {
  let start = first;
  return bits.map((more) => {
    const own = start;
    start += 1 << more;
    return own;
  });
}

function fill(value: number, count: number): number[] {
  return new Array<number>(count).fill(value);
}
