import { JsonNumber } from '@stepfork/trace';
import { endOfString } from './end-of-string.ts';

/**
 * A JSON text as a value, in which numbers that a double cannot hold keep their digits.
 *
 * @returns `undefined` if it is none
 */
export function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return longNumber.test(text) && holdsLong(text) ? new Reader(text).value() : value;
  } catch {
    // Whatever it is, it is no JSON (or nests too deep): it is recorded as it came.
    return undefined;
  }
}

// Shorter ones are safe, with a sign, a point or a small exponent too.
const longNumber = /[\d.]{16}|\d[eE][+-]?\d{3}/;
/** Of a string its first sign. */
const token = /\s*("|-?\d[\d.eE+-]*|true|false|null|[[\]{},:])/y;
const stringOrNumber = /"|-?\d[\d.eE+-]*/g;

function holdsLong(text: string): boolean {
  const found = new RegExp(stringOrNumber);
  for (let one = found.exec(text); one !== null; one = found.exec(text)) {
    if (one[0] === '"') found.lastIndex = endOfString(text, one.index);
    else if (!isHeld(one[0])) return true;
  }
  return false;
}

/** A double is the same number. */
function isHeld(digits: string): boolean {
  const number = Number(digits);
  return Number.isFinite(number) && plainForm(digits) === plainForm(String(number));
}

/** The digits that count and the power of ten of the last one, so that `1.50` and `15e-1` are one. */
function plainForm(number: string): string {
  const [, sign = '', whole = '', fraction = '', power = '0'] = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(number) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  const short = digits.replace(/0+$/, '');
  return short === '' ? `${sign}0` : `${sign}${short}e${Number(power) - fraction.length + digits.length - short.length}`;
}

/** Reads a text that is known to be JSON. */
class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  value(first: string = this.#next()): unknown {
    if (first === '{') return this.#object();
    if (first === '[') return this.#list();
    return /^[-\d]/.test(first) && !isHeld(first) ? new JsonNumber(first) : (JSON.parse(first) as unknown);
  }

  #object(): unknown {
    const object: Record<string, unknown> = {};
    for (let key = this.#next(); key !== '}'; key = this.#next()) {
      if (key === ',') continue;
      this.#next();
      // Not by assignment: a key `__proto__` is a field like any other.
      Object.defineProperty(object, JSON.parse(key) as string, {
        value: this.value(),
        enumerable: true,
        writable: true,
        configurable: true,
      });
    }
    return object;
  }

  #list(): unknown {
    const list: unknown[] = [];
    for (let first = this.#next(); first !== ']'; first = this.#next()) if (first !== ',') list.push(this.value(first));
    return list;
  }

  #next(): string {
    token.lastIndex = this.#at;
    const found = token.exec(this.#text)?.[1];
    this.#at = token.lastIndex;
    if (found !== '"') return found ?? ']';
    const start = this.#at - 1;
    this.#at = endOfString(this.#text, start);
    return this.#text.slice(start, this.#at);
  }
}
