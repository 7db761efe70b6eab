/** Draws made-up text from a seed: the same seed gives the same text. */
export class MadeUp {
  #state: number;

  constructor(seed: number) {
    // A seed of small numbers would begin with similar draws.
    this.#state = Math.imul(seed + 1, 0x9e3779b1) >>> 0;
  }

  /** As many characters of an alphabet, given as a class: `A-Za-z0-9`. The first two of a class with several kinds are of different ones. */
  of(characterClass: string, length: number): string {
    const kinds = kindsOf(characterClass);
    const all = kinds.join('');
    let text = '';
    for (let at = 0; at < length; at++) text += this.#pick(at < kinds.length && length >= kinds.length * 2 ? (kinds[at] as string) : all);
    return text;
  }

  alnum(length: number): string {
    return this.of('A-Za-z0-9', length);
  }

  hex(length: number): string {
    return this.of('a-f0-9', length);
  }

  digits(length: number): string {
    return this.of('1-9', 1) + this.of('0-9', length - 1);
  }

  /** Characters of base64url, with a letter at each end. */
  word(length: number): string {
    return this.alnum(2) + this.of('A-Za-z0-9_-', length - 4) + this.alnum(2);
  }

  base64(length: number): string {
    return this.alnum(2) + this.of('A-Za-z0-9+/', length - 4) + this.alnum(2);
  }

  uuid(): string {
    return [8, 4, 4, 4, 12].map((length) => this.hex(length)).join('-');
  }

  /** JSON as the middle part of a web token has it. */
  claims(extra: Readonly<Record<string, unknown>> = {}): string {
    return base64Url(JSON.stringify({ sub: `u-${this.alnum(10)}`, exp: 1_790_000_000, ...extra }));
  }

  #pick(characters: string): string {
    // xorshift32
    this.#state ^= this.#state << 13;
    this.#state ^= this.#state >>> 17;
    this.#state ^= this.#state << 5;
    this.#state >>>= 0;
    return characters.charAt(this.#state % characters.length);
  }
}

export function base64Url(text: string): string {
  return Buffer.from(text).toString('base64url');
}

function kindsOf(characterClass: string): readonly string[] {
  return (characterClass.match(/.-.|./g) ?? []).map((part) => {
    const [from = '', dash, to = ''] = part;
    if (dash !== '-') return part;
    return String.fromCharCode(...Array.from({ length: to.charCodeAt(0) - from.charCodeAt(0) + 1 }, (_, at) => from.charCodeAt(0) + at));
  });
}
