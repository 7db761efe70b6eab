import { tokenPatterns } from './token-patterns.ts';

/** A token in a text: where it starts, how long it is, how much of it is the prefix. */
export interface Token {
  readonly rule: string;
  readonly offset: number;
  readonly length: number;
  readonly kept: number;
  /** What stays of the rest. */
  readonly keep: RegExp | null;
}

/**
 * The first token at or behind a place, `null` if there is none. Looks at every place where one may start, at two characters of it, and
 * asks the patterns only where these are the first two of a prefix.
 */
export function nextToken(text: string, from: number): Token | null {
  for (let at = from; at + shortestToken <= text.length; at++) {
    const found = starts[(text.charCodeAt(at) << 7) | text.charCodeAt(at + 1)];
    if (found === undefined || found === 0 || !isStart(text, at) || (found === digits && !isBotId(text, at))) continue;
    const token = tokenAt(text, at);
    if (token !== null) return token;
  }
  return null;
}

/** The token that starts at a place; `null` if none does. */
export function tokenAt(text: string, at: number): Token | null {
  anyToken ??= tokenPattern();
  anyToken.lastIndex = at;
  const match = anyToken.exec(text);
  if (match === null) return null;
  const place = match.findIndex((group, index) => index > 0 && group !== undefined);
  const pattern = tokenPatterns[(place - 1) / 2];
  return {
    rule: pattern?.rule ?? '',
    offset: at,
    length: match[0].length,
    kept: match[place]?.length ?? 0,
    keep: pattern?.keep ?? null,
  };
}

/** The first token at or behind a place that is known by its middle or its end. */
export function nextFloatingToken(text: string, from: number): Token | null {
  floating ??= floatingPattern();
  floating.lastIndex = from;
  const match = floating.exec(text);
  return match === null ? null : tokenAt(text, match.index);
}

/** A text without a run of as many characters as the shortest token has holds none, and is not looked at further. */
export function hasLongRun(text: string): boolean {
  // Looks at every 16th character only, and backwards from it where it may be part of a run.
  for (let end = shortestToken - 1; end < text.length; ) {
    let at = end;
    const start = end - shortestToken + 1;
    while (at >= start && isTokenCharacter[text.charCodeAt(at)] === 1) at--;
    if (at < start) return true;
    end = at + shortestToken;
  }
  return false;
}

/** A token may begin somewhere in a word that is not yet whole. */
export function mayStartToken(word: string): boolean {
  return word
    .split(/(?<=[^A-Za-z0-9])/)
    .some((part) => /^\d/.test(part) || heads().some((head) => head.startsWith(part) || part.startsWith(head)));
}

const shortestToken = 16;

// They are long, and made when they are first needed: many a program has no text in which a token may be.
let anyToken: RegExp | null = null;
let floating: RegExp | null = null;
let knownHeads: readonly string[] | null = null;

/** With what the prefixes begin, as far as that is always the same. */
function heads(): readonly string[] {
  knownHeads ??= tokenPatterns.flatMap(({ first, prefix }) => {
    const [head = ''] = /^[A-Za-z0-9_-]*/.exec(prefix.replace(/.[?*+{|].*/, '')) ?? [];
    return head.length > 1 && !prefix.includes('|') ? [head] : first.split(' ').filter((pair) => pair.length === 2);
  });
  return knownHeads;
}

/** All patterns in one: of each, group 2n + 1 is the prefix and 2n + 2 the body. */
function tokenPattern(): RegExp {
  return new RegExp(tokenPatterns.map(({ prefix, body }) => `(${prefix})(${body})`).join('|'), 'y');
}

/** Behind a boundary as {@link nextToken} has it; of each word no more is looked at than such a token is long. */
function floatingPattern(): RegExp {
  const bodies = tokenPatterns.filter(({ first }) => first === '').map(({ prefix, body }) => prefix + body);
  return new RegExp(`(?<=^|[^A-Za-z0-9]|\\\\[nrt]|%[0-9A-Fa-f]{2})(?:${bodies.join('|')})`, 'g');
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const isLetter: Uint8Array = table(letters);
const isTokenCharacter: Uint8Array = table(`${letters}-_./+=:@~$%`);

/** 1 for the first two characters of a prefix, 2 for two digits, with which the tokens of Telegram start. */
const starts: Uint8Array = new Uint8Array(1 << 14);
const digits = 2;
for (const { first } of tokenPatterns) {
  for (const two of first === 'digits' ? pairsOfDigits() : (first.match(/\S+/g) ?? [])) {
    starts[(two.charCodeAt(0) << 7) | two.charCodeAt(1)] = first === 'digits' ? digits : 1;
  }
}

function pairsOfDigits(): readonly string[] {
  return Array.from({ length: 100 }, (_, pair) => String(pair).padStart(2, '0'));
}

function isBotId(text: string, at: number): boolean {
  return [8, 9, 10].some((length) => text.startsWith(':AA', at + length));
}

// Behind no letter or digit, but for those of an escape: `\n` of JSON within JSON, `%20` of a query.
function isStart(text: string, at: number): boolean {
  if (isLetter[text.charCodeAt(at - 1)] !== 1) return true;
  return (
    (text.charAt(at - 2) === '\\' && /[nrt]/.test(text.charAt(at - 1))) || /^%[0-9A-Fa-f]{2}$/.test(text.slice(Math.max(at - 3, 0), at))
  );
}

function table(characters: string): Uint8Array {
  const marks = new Uint8Array(128);
  for (const character of characters) marks[character.charCodeAt(0)] = 1;
  return marks;
}
