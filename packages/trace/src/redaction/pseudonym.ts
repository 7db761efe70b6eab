import { HashStream } from './hash-stream.ts';
import { decodePrintable } from './printable-base64.ts';

/**
 * What recognises our pseudonyms: the word STEPFORK, `stepfork` among lower-case letters; where letters would break the shape, 57e9f02c
 * among hex digits (the word in hexspeak) and 78373675 among decimal digits (the word on a telephone's keys). At least six characters
 * follow, so that the bare word is none. In keys of short groups the word goes on over them.
 */
const pseudonym =
  /STEPFORK[A-Za-z0-9]{6}|S-?T-?E-?P-?F-?O-?R-?K(?:-?[A-Z0-9]){6}|stepfork[a-z0-9]{6}|57(?:e9f02c(?:[-_]?[0-9a-f]){6}|E9F02C(?:[-_]?[0-9A-F]){6})|78373675(?:[- ]?[0-9]){6}/;

/** The text holds a pseudonym, or is the base64 of a text that does. */
export function isPseudonym(text: string): boolean {
  if (pseudonym.test(text)) return true;
  const decoded = decodePrintable(text);
  return decoded !== null && pseudonym.test(decoded);
}

/**
 * The pseudonym of a secret: same prefix, length, separators and kind of characters, a mark that recognises it, the rest from an HMAC.
 * It depends on the secret and the key only, so equal secrets get equal ones wherever they stand.
 *
 * A secret with too little room for the mark and six characters (a short password) gets a pseudonym of 16 characters or more in one piece:
 * two secrets must not become one, and a pseudonym must be known for one.
 *
 * @param kept how many characters at the start say what kind of secret it is (`sk-proj-`) and stay
 * @param keep parts of the rest that are the same in all secrets of this kind
 */
export function pseudonymOf(secret: string, kept: number, hmac: (secret: string) => Uint8Array, keep: RegExp | null = null): string {
  const stream = new HashStream(secret, hmac);
  const body = secret.slice(kept);
  const pieces = around(body, keep);
  const whole = wholeKind(pieces.map(({ text, stays }) => (stays ? '' : text)).join(''));
  // In most tokens `-` and `_` part groups; in base64url they are letters like others, and may leave no group with room for the mark.
  for (const { parts, isSeparator } of keyLines.test(body) ? [linesOfKey] : groups.test(body) ? [splits[0]] : splits) {
    const runs = pieces.flatMap(({ text, stays }) =>
      stays ? [{ text, stays }] : (text.match(parts) ?? []).map((part) => ({ text: part, stays: isSeparator.test(part) })),
    );
    const marked = placeOfMark(
      runs.map(({ text, stays }) => (stays ? 0 : text.length)),
      whole,
    );
    if (marked === null) continue;
    const replaced = runs.map(({ text, stays }, at) => {
      if (stays) return text;
      if (at !== marked) return stream.take((whole ?? narrowKindOf(text)).alphabet, text.length);
      const kind = whole ?? kindOf(text);
      return kind.mark + stream.take(kind.alphabet, text.length - markLength);
    });
    return secret.slice(0, kept) + replaced.join('');
  }
  const kind = whole ?? kindOf(body);
  if (groups.test(body)) return secret.slice(0, kept) + spread(body, kind, stream);
  return secret.slice(0, kept) + kind.mark + stream.take(kind.alphabet, Math.max(room, body.length - markLength));
}

interface Piece {
  readonly text: string;
  readonly stays: boolean;
}

function around(body: string, keep: RegExp | null): readonly Piece[] {
  const match = keep?.exec(body) ?? null;
  if (match === null || keep === null) return [{ text: body, stays: false }];
  const end = match.index + match[0].length;
  if (end === 0) return [{ text: body, stays: false }];
  return [{ text: body.slice(0, match.index), stays: false }, { text: match[0], stays: true }, ...around(body.slice(end), keep)];
}

/** Over groups none of which has room for the mark. */
function spread(body: string, kind: Kind, stream: HashStream): string {
  const length = body.replaceAll('-', '').length;
  const characters = kind.mark + stream.take(kind.alphabet, length - markLength);
  let at = 0;
  return body.replace(/[^-]/g, () => characters.charAt(at++));
}

/** Characters of one kind, and the mark among them. */
interface Kind {
  readonly alphabet: string;
  readonly mark: string;
}

const markLength = 8;
/** Characters of the HMAC that follow the mark at least, so that it is known for one. */
const least = 6;
/** As many where the shape has no room anyway. */
const room = 8;

interface Split {
  readonly parts: RegExp;
  readonly isSeparator: RegExp;
}

/**
 * How a secret is split: with `-` and `_` between groups, or within them. Quotes, spaces and the like are replaced with the rest: where a
 * text is cut at them, a piece without the mark would be left.
 */
const splits: readonly [Split, Split] = [
  { parts: /(?:%[0-9A-Fa-f]{2}|[-_./+=:~%])+|[^-_./+=:~%]+/g, isSeparator: /^[-_./+=:~%]/ },
  { parts: /(?:%[0-9A-Fa-f]{2}|[./+=:~%])+|[^./+=:~%]+/g, isSeparator: /^[./+=:~%]/ },
];
/** Of a private key the lines stay, also as `\n` of JSON. */
const linesOfKey: Split = { parts: /(?:\\+[nr]|[+/=\r\n])+|[A-Za-z0-9]+/g, isSeparator: /^[\\+/=\r\n]/ };
const keyLines = /^[A-Za-z0-9+/=]{16,}(?:(?:\\+[nr]|[\r\n])+[A-Za-z0-9+/=]+)*(?:\\+[nr]|[\r\n])*$/;

/** Keys as people type them: `A3-7QK2MX-…`. */
const groups = /^(?=.{20})[A-Z0-9]{3,8}(?:-[A-Z0-9]{3,8}){2,}$|^(?=.{20})[A-Z0-9]{3,11}(?:-[A-Z0-9]{3,8}){3,}$/;

const digits = '0123456789';
const lower = 'abcdefghijklmnopqrstuvwxyz';
const upper = lower.toUpperCase();

const digitKind: Kind = { alphabet: digits, mark: '78373675' };
const hexKind: Kind = { alphabet: `${digits}abcdef`, mark: '57e9f02c' };
const upperHexKind: Kind = { alphabet: `${digits}ABCDEF`, mark: '57E9F02C' };

// Only where all of it is of one such kind, as in a UUID: a group of four digits in it says nothing by itself.
function wholeKind(body: string): Kind | null {
  if (/^[0-9]+(?:[- ][0-9]+)*$/.test(body)) return digitKind;
  if (body.length < 16 || !/[0-9]/.test(body)) return null;
  if (/^[0-9a-f]+(?:[-_][0-9a-f]+)*$/.test(body)) return hexKind;
  return /^[0-9A-F]+(?:[-_][0-9A-F]+)*$/.test(body) ? upperHexKind : null;
}

function kindOf(text: string): Kind {
  // Spaces and signs are replaced with the letters around them.
  const run = text.replace(/[^\p{L}\p{N}]/gu, '');
  if (/^[0-9]+$/.test(run)) return digitKind;
  if (/^[a-z]+$/.test(run)) return { alphabet: lower, mark: 'stepfork' };
  if (/^[A-Z]+$/.test(run)) return { alphabet: upper, mark: 'STEPFORK' };
  if (/^[0-9a-f]{16,}$/.test(run)) return hexKind;
  if (/^[0-9A-F]{16,}$/.test(run)) return upperHexKind;
  if (/^[a-z0-9]+$/.test(run)) return { alphabet: lower + digits, mark: 'stepfork' };
  // Without 0, 1, 8 and 9, as in the base 32 of AWS.
  if (/^[A-Z0-9]+$/.test(run)) return { alphabet: `${upper}234567`, mark: 'STEPFORK' };
  return { alphabet: /^[A-Za-z]+$/.test(run) ? upper + lower : upper + lower + digits, mark: 'STEPFORK' };
}

/** Of a run that has no mark, and may be a part of a few hex digits. */
function narrowKindOf(run: string): Kind {
  if (!/[0-9]/.test(run)) return kindOf(run);
  if (/^[0-9]*[a-f][0-9a-f]*$/.test(run)) return hexKind;
  return /^[0-9]*[A-F][0-9A-F]*$/.test(run) ? upperHexKind : kindOf(run);
}

function placeOfMark(lengths: readonly number[], whole: Kind | null): number | null {
  const all = lengths.reduce((sum, length) => sum + length, 0);
  // A mark in one group of a UUID may go on in the next one; else it needs a run for itself.
  const needed = whole !== null && all >= markLength + least ? markLength : markLength + least;
  const found =
    whole === null
      ? lengths.indexOf(lengths.reduce((longest, length) => Math.max(longest, length), 0))
      : lengths.findIndex((length) => length >= needed);
  return (lengths[found] ?? 0) >= needed ? found : null;
}
