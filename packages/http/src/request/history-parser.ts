import { markImmutable } from '@stepfork/trace';
import { endOfString } from '../json/end-of-string.ts';
import { parseJson } from '../json/parse-json.ts';

/** Parses the bodies of one conversation, or of a few. */
export type JsonParser = (text: string) => unknown;

/** A text whose list of messages was taken apart. */
interface Taken {
  readonly text: string;
  /** Key of the list, and where its first item starts. */
  readonly key: string;
  readonly start: number;
  /** Where each item ends. */
  readonly ends: readonly number[];
  readonly items: readonly object[];
}

const keys: ReadonlySet<string> = new Set(['messages', 'input', 'contents']);
/** Shorter texts are parsed faster than they are compared. */
const shortest = 2_000;
/** Conversations that go on side by side. */
const mostTaken = 8;

/**
 * Parses JSON as `parseJson` does. A model is sent the whole conversation with each call: the messages that a text has in common with an earlier one are
 * the very objects that were parsed then, so that all who look at them later need not look again.
 */
export function createHistoryParser(): JsonParser {
  const taken: Taken[] = [];
  return (text) => {
    if (text.length < shortest) return parseJson(text);
    const before = taken.find((one) => isSameUpTo(text, one.text, one.ends[0]));
    const known = before === undefined ? null : continued(text, before);
    return known === null ? remember(text, parseJson(text), null) : remember(text, known.value, known);
  };

  function remember(text: string, value: unknown, known: Continued | null): unknown {
    const apart = takenApart(text, value, known);
    if (apart === null) return value;
    if (known !== null) taken.splice(taken.indexOf(known.before), 1);
    taken.unshift(apart);
    if (taken.length > mostTaken) taken.pop();
    return value;
  }
}

/** The value of a text that begins like an earlier one, with so many of its messages. */
interface Continued {
  readonly value: unknown;
  readonly before: Taken;
  readonly count: number;
}

/** `null`: it must be parsed whole. */
function continued(text: string, before: Taken): Continued | null {
  const { text: earlier, key, start, ends, items } = before;
  const count = inCommon(text, earlier, ends);
  const rest = text.slice(ends[count - 1]);
  const [comma] = /^\s*,?\s*/.exec(rest) ?? [''];
  // The list must go on with an item, or end; and be the only one of its name.
  if (!/^\s*(?:,\s*\{|\])/.test(rest) || mayRepeat(rest, key)) return null;
  const value = parseJson(text.slice(0, start) + rest.slice(comma.length));
  if (typeof value !== 'object' || value === null) return null;
  const added = (value as Readonly<Record<string, unknown>>)[key];
  if (!Array.isArray(added)) return null;
  return { value: { ...value, [key]: [...items.slice(0, count), ...(added as unknown[])] }, before, count };
}

/** A key may be there twice, be it written with escapes; the last one counts. */
function mayRepeat(rest: string, key: string): boolean {
  return rest.includes('\\u00') || new RegExp(`"${key}"\\s*:`).test(rest);
}

/** So many items, one at least, stand in both. */
function inCommon(text: string, earlier: string, ends: readonly number[]): number {
  const isSame = (count: number): boolean => isSameUpTo(text, earlier, ends[count - 1]);
  let least = 1;
  let most = ends.length;
  if (isSame(most)) return most;
  while (least + 1 < most) {
    const middle = (least + most) >> 1;
    if (isSame(middle)) least = middle;
    else most = middle;
  }
  return least;
}

const sign = /["[\]{}]/g;

interface Token {
  readonly text: string;
  /** Where it ends. */
  readonly end: number;
}

/** The strings and brackets of a JSON text, from a place on. */
function* tokensOf(text: string, from: number): Generator<Token> {
  const signs = new RegExp(sign);
  signs.lastIndex = from;
  for (let one = signs.exec(text); one !== null; one = signs.exec(text)) {
    if (one[0] === '"') signs.lastIndex = endOfString(text, one.index);
    yield { text: text.slice(one.index, signs.lastIndex), end: signs.lastIndex };
  }
}

/** Equality of whole texts is what an engine compares fastest. */
function isSameUpTo(text: string, other: string, end: number | undefined): boolean {
  return text.slice(0, end) === other.slice(0, end);
}

function takenApart(text: string, value: unknown, known: Continued | null): Taken | null {
  const found = known?.before ?? listIn(text);
  if (found === null || typeof value !== 'object' || value === null) return null;
  const items = (value as Readonly<Record<string, unknown>>)[found.key];
  if (!Array.isArray(items) || !items.every(isObject)) return null;
  const ends = known === null ? [] : known.before.ends.slice(0, known.count);
  let depth = 0;
  for (const token of tokensOf(text, ends.at(-1) ?? found.start)) {
    if (token.text === '{' || token.text === '[') depth += 1;
    if (token.text === '}' || token.text === ']') depth -= 1;
    if (depth < 0) break;
    if (depth === 0 && token.text === '}') ends.push(token.end);
  }
  if (ends.length === 0 || ends.length !== items.length || mayRepeat(text.slice(ends.at(-1)), found.key)) return null;
  for (const item of items.slice(known?.count ?? 0)) markImmutable(item);
  return { text, key: found.key, start: found.start, ends, items };
}

/** The list of messages of an object. */
function listIn(text: string): { readonly key: string; readonly start: number } | null {
  let depth = 0;
  for (const token of tokensOf(text, 0)) {
    if (token.text === '{' || token.text === '[') depth += 1;
    else if (token.text === '}' || token.text === ']') depth -= 1;
    else if (depth === 1 && keys.has(token.text.slice(1, -1))) {
      const [opening] = /^\s*:\s*\[\s*/.exec(text.slice(token.end, token.end + 20)) ?? [];
      if (opening !== undefined) return { key: token.text.slice(1, -1), start: token.end + opening.length };
    }
  }
  return null;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
