/** A regular expression, taken apart. */
export type PatternPart =
  /** One character (code point). */
  | { readonly kind: 'take'; readonly takes: (char: string) => boolean }
  /** What stands before and behind; `undefined`: the text begins or ends. */
  | { readonly kind: 'assert'; readonly holds: (before: string | undefined, after: string | undefined) => boolean }
  | { readonly kind: 'sequence'; readonly parts: readonly PatternPart[] }
  | { readonly kind: 'choice'; readonly parts: readonly PatternPart[] }
  | { readonly kind: 'repeat'; readonly part: PatternPart; readonly least: number; readonly most: number };

const longestSource = 1000;

/**
 * Takes a regular expression apart: JavaScript with the flag `u`, without lookaround, backreferences and flags in groups.
 *
 * @throws SyntaxError
 */
export function parsePattern(source: string, flags: string): PatternPart {
  if (source.length > longestSource) throw new SyntaxError(`the pattern is longer than ${longestSource} characters`);
  if (!/^[imsu]*$/.test(flags)) throw new SyntaxError(`the flags "${flags}" are unknown; known are i, m, s and u`);
  // The runtime checks the syntax, and knows classes, escapes and case; what it is never given is a text longer than one character.
  new RegExp(source, withUnicode(flags));
  return new PatternParser(source, flags).whole();
}

/** Patterns are read with the flag `u`, written or not. */
export function withUnicode(flags: string): string {
  return flags.includes('u') ? flags : `${flags}u`;
}

class PatternParser {
  #at = 0;
  readonly #source: string;
  readonly #flags: string;

  constructor(source: string, flags: string) {
    this.#source = source;
    this.#flags = flags;
  }

  whole(): PatternPart {
    return this.#choice();
  }

  #choice(): PatternPart {
    const parts = [this.#sequence()];
    while (this.#eat('|')) parts.push(this.#sequence());
    return parts.length === 1 && parts[0] !== undefined ? parts[0] : { kind: 'choice', parts };
  }

  #sequence(): PatternPart {
    const parts: PatternPart[] = [];
    while (this.#at < this.#source.length && !this.#source.startsWith('|', this.#at) && !this.#source.startsWith(')', this.#at)) {
      parts.push(this.#quantified(this.#term()));
    }
    return { kind: 'sequence', parts };
  }

  #term(): PatternPart {
    if (this.#eat('(')) return this.#group();
    if (this.#eat('^')) return { kind: 'assert', holds: (before) => before === undefined || this.#isLineEnd(before) };
    if (this.#eat('$')) return { kind: 'assert', holds: (_, after) => after === undefined || this.#isLineEnd(after) };
    if (this.#eat('\\b')) return this.#wordEdge(true);
    if (this.#eat('\\B')) return this.#wordEdge(false);
    if (this.#read(/\\(?:[1-9]|k<)/y) !== null) throw new SyntaxError('backreferences are not supported in a pattern');
    const character = this.#read(
      /\[(?:[^\]\\]|\\.)*\]|\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|c[A-Za-z]|.)|./suy,
    );
    return { kind: 'take', takes: remembered(new RegExp(`^(?:${character ?? ''})$`, withUnicode(this.#flags.replace('m', '')))) };
  }

  #group(): PatternPart {
    if (this.#read(/\?<?[=!]/y) !== null) throw new SyntaxError('lookahead and lookbehind are not supported in a pattern');
    if (this.#read(/\?[a-z-]+:/y) !== null) throw new SyntaxError('flags within a group are not supported in a pattern');
    this.#read(/\?(?::|<[^>]*>)/y);
    const inner = this.#choice();
    this.#eat(')');
    return inner;
  }

  #quantified(part: PatternPart): PatternPart {
    const quantifier = this.#read(/(?:[*+?]|\{\d+(?:,\d*)?\})\??/y);
    if (quantifier === null) return part;
    const [least, most] = bounds(quantifier);
    return { kind: 'repeat', part, least, most };
  }

  #wordEdge(isEdge: boolean): PatternPart {
    const isWord = remembered(new RegExp('^\\w$', withUnicode(this.#flags)));
    const isOne = (char: string | undefined): boolean => char !== undefined && isWord(char);
    return { kind: 'assert', holds: (before, after) => (isOne(before) !== isOne(after)) === isEdge };
  }

  #isLineEnd(char: string): boolean {
    return this.#flags.includes('m') && /^[\n\r\u2028\u2029]$/.test(char);
  }

  #eat(text: string): boolean {
    if (!this.#source.startsWith(text, this.#at)) return false;
    this.#at += text.length;
    return true;
  }

  #read(what: RegExp): string | null {
    what.lastIndex = this.#at;
    const found = what.exec(this.#source)?.[0] ?? null;
    this.#at += found?.length ?? 0;
    return found;
  }
}

function bounds(quantifier: string): readonly [number, number] {
  if (quantifier.startsWith('*')) return [0, Number.POSITIVE_INFINITY];
  if (quantifier.startsWith('+')) return [1, Number.POSITIVE_INFINITY];
  if (quantifier.startsWith('?')) return [0, 1];
  const [, least = '0', comma, most = ''] = /^\{(\d+)(,?)(\d*)\}/.exec(quantifier) ?? [];
  return [Number(least), most !== '' ? Number(most) : comma === '' ? Number(least) : Number.POSITIVE_INFINITY];
}

/** Of each character asked once; few are different in one text. */
function remembered(one: RegExp): (char: string) => boolean {
  const known = new Map<string, boolean>();
  return (char) => {
    let answer = known.get(char);
    if (answer === undefined) {
      answer = one.test(char);
      known.set(char, answer);
    }
    return answer;
  };
}
