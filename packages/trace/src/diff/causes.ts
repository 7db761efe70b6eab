import type { Json } from '../json/json.ts';
import { CarriedTexts } from './carried-texts.ts';
import type { Difference } from './diff-json.ts';
import { type Hunk, tellingWords, textHunks } from './text-hunks.ts';

type Side = 'expected' | 'actual';

/** What was put in beside the rest has words of its own around the value that it carries on; what stands in the place of another, hardly. */
const carriedShare = { beside: 0.33, instead: 0.51 } as const;

/**
 * Remembers which difference brought a value first, so that later ones that only carry it on are known as its follow-ups.
 *
 * By value: words and numbers that differed before and show again, also inside of a text; the same two values in each other's place; whole
 * outcomes, also as JSON text. What is met by chance is taken for a follow-up, what was computed from a changed value is not.
 */
export class Causes {
  readonly #words = { expected: new Map<string, number>(), actual: new Map<string, number>() };
  readonly #pairs: Map<string, number> = new Map();
  readonly #texts: CarriedTexts = new CarriedTexts();

  /** What `difference` changed, it brought, where none did before. */
  add(changes: readonly Difference[], difference: number): void {
    for (const change of changes) {
      if (isText(change.expected) && isText(change.actual)) this.#texts.add(String(change.expected), String(change.actual), difference);
      for (const { expected, actual } of hunksOf(change, 'with keys')) {
        if (expected !== '' && actual !== '') enter(this.#pairs, pairText({ expected, actual }), difference);
        const [left, right] = [new Set(tellingWords(expected)), new Set(tellingWords(actual))];
        for (const word of left) if (!right.has(word)) enter(this.#words.expected, word, difference);
        for (const word of right) if (!left.has(word)) enter(this.#words.actual, word, difference);
      }
    }
  }

  /** The values that `difference` is about, as wholes: an agent may well hand them on as JSON text. */
  addWhole(expected: Json | undefined, actual: Json | undefined, difference: number): void {
    this.#texts.add(wholeText(expected), wholeText(actual), difference);
  }

  /** The first difference from which all these changes follow; `null` if one of them, or a part of a changed text, follows from none. */
  of(changes: readonly Difference[]): number | null {
    return firstOfAll(changes.map((change) => this.#ofChange(change)));
  }

  /** The first difference from which one of these changes follows. */
  ofAny(changes: readonly Difference[]): number | null {
    return first(changes.map((change) => this.#ofChange(change)));
  }

  /** The first difference from which something follows that these changes put in, on this side of the comparison. */
  ofNews(side: Side, changes: readonly Difference[]): number | null {
    const news = changes.flatMap((change) => hunksOf(change, 'without keys')).map(({ actual }) => actual);
    return first(news.map((text) => this.#ofWords(side === 'expected' ? { expected: text, actual: '' } : { expected: '', actual: text })));
  }

  /** The first difference that brought a word of the text on this side. */
  ofText(side: Side, text: string): number | null {
    return first(tellingWords(text).map((word) => this.#words[side].get(word) ?? null));
  }

  #ofChange(change: Difference): number | null {
    if (!isText(change.expected) || !isText(change.actual)) return this.#ofHunks(hunksOf(change, 'without keys'));
    const [expected, actual] = [String(change.expected), String(change.actual)];
    const whole = this.#texts.whole(expected, actual);
    if (whole !== null) return whole;
    const rest = this.#texts.without(expected, actual);
    if (rest.expected === rest.actual) return rest.cause;
    const cause = this.#ofHunks(textHunks(rest.expected, rest.actual));
    return cause === null ? null : first([cause, rest.cause]);
  }

  #ofHunks(all: readonly Hunk[]): number | null {
    const hunks = all.filter(({ expected, actual }) => /[\p{L}\p{N}]/u.test(expected + actual));
    // A single digit or letter is believed only beside something that tells more.
    if (!hunks.some(isTelling) && hunks.every(({ expected, actual }) => expected.length < 2 && actual.length < 2)) return null;
    return firstOfAll(hunks.map((hunk) => this.#pairs.get(pairText(hunk)) ?? this.#ofWords(hunk)));
  }

  #ofWords(hunk: Hunk): number | null {
    const causes = (['expected', 'actual'] as const).flatMap((side) =>
      tellingWords(hunk[side]).map((word) => this.#words[side].get(word) ?? null),
    );
    const carried = causes.filter((cause) => cause !== null).length;
    const share = hunk.expected === '' || hunk.actual === '' ? carriedShare.beside : carriedShare.instead;
    return carried < causes.length * share ? null : first(causes);
  }
}

/** Texts and numbers of a value, whatever their place; the keys of its objects only if asked for. */
function* leavesOf(value: Json, keys: 'with keys' | 'without keys'): Iterable<string> {
  if (isText(value)) yield String(value);
  else if (Array.isArray(value)) for (const item of value) yield* leavesOf(item, keys);
  else if (typeof value === 'object' && value !== null) {
    for (const [key, part] of Object.entries(value)) {
      if (key === '$') continue;
      if (keys === 'with keys') yield key;
      yield* leavesOf(part, keys);
    }
  }
}

function hunksOf({ expected, actual }: Difference, keys: 'with keys' | 'without keys'): readonly Hunk[] {
  if (isText(expected) && isText(actual)) return textHunks(String(expected), String(actual));
  const leaves = (value: Json | undefined): ReadonlySet<string> => new Set(value === undefined ? [] : leavesOf(value, keys));
  const [left, right] = [leaves(expected), leaves(actual)];
  // What stands on both sides is no news of either.
  const only = (one: ReadonlySet<string>, other: ReadonlySet<string>): string => [...one].filter((text) => !other.has(text)).join('\n');
  return [{ expected: only(left, right), actual: only(right, left) }];
}

function wholeText(value: Json | undefined): string | null {
  return value === undefined ? null : typeof value === 'string' ? value : JSON.stringify(value);
}

function isText(value: Json | undefined): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}

function isTelling({ expected, actual }: Hunk): boolean {
  return tellingWords(expected).length > 0 || tellingWords(actual).length > 0;
}

function pairText({ expected, actual }: Hunk): string {
  return `${expected}\u0000${actual}`;
}

function enter(table: Map<string, number>, key: string, difference: number): void {
  if (!table.has(key)) table.set(key, difference);
}

function firstOfAll(causes: readonly (number | null)[]): number | null {
  return causes.includes(null) ? null : first(causes);
}

function first(causes: readonly (number | null)[]): number | null {
  return causes.reduce((least, cause) => (least === null || (cause !== null && cause < least) ? cause : least), null);
}
