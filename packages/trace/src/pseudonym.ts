import { HashStream } from './hash-stream.ts';

/**
 * What recognises our pseudonyms: the word STEPFORK, `stepfork` among lower-case letters; where letters would break the shape, 57e9f02c
 * among hex digits (the word in hexspeak) and 78373675 among decimal digits (the word on a telephone's keys). At least six characters
 * follow, so that the bare word is none.
 */
const pseudonym =
  /STEPFORK[A-Za-z0-9]{6}|stepfork[a-z0-9]{6}|57(?:e9f02c(?:[-_]?[0-9a-f]){6}|E9F02C(?:[-_]?[0-9A-F]){6})|78373675(?:[- ]?[0-9]){6}/;

/** The text holds a pseudonym. */
export function isPseudonym(text: string): boolean {
  return pseudonym.test(text);
}

/**
 * The pseudonym of a secret: same prefix, length, separators and kind of characters, a mark that recognises it, the rest from an HMAC.
 * It depends on the secret and the key only, so equal secrets get equal ones wherever they stand.
 *
 * A secret with too little room for the mark and six characters (a short password) gets a pseudonym of 16 characters or more in one piece:
 * two secrets must not become one, and a pseudonym must be known for one.
 *
 * @param kept how many characters at the start say what kind of secret it is (`sk-proj-`) and stay
 */
export function pseudonymOf(secret: string, kept: number, hmac: (secret: string) => Uint8Array): string {
  const stream = new HashStream(secret, hmac);
  const body = secret.slice(kept);
  const whole = wholeKind(body);
  // In most tokens `-` and `_` part groups; in base64url they are letters like others, and may leave no group with room for the mark.
  for (const { parts, isSeparator } of keyLines.test(body) ? [linesOfKey] : splits) {
    const runs = body.match(parts) ?? [];
    const marked = placeOfMark(
      runs.map((run) => (isSeparator.test(run) ? 0 : run.length)),
      whole,
    );
    if (marked === null) continue;
    const replaced = runs.map((run, at) => {
      if (isSeparator.test(run)) return run;
      const kind = whole ?? kindOf(run);
      return at === marked ? kind.mark + stream.take(kind.alphabet, run.length - markLength) : stream.take(kind.alphabet, run.length);
    });
    return secret.slice(0, kept) + replaced.join('');
  }
  const kind = whole ?? kindOf(body);
  return secret.slice(0, kept) + kind.mark + stream.take(kind.alphabet, Math.max(room, body.length - markLength));
}

/** Characters of one kind, and the mark among them. */
interface Kind {
  readonly alphabet: string;
  readonly mark: string;
}

const markLength = 8;
/** Characters of the HMAC that a pseudonym has at least, but in the tightest shapes, which have six. */
const room = 8;
interface Split {
  readonly parts: RegExp;
  readonly isSeparator: RegExp;
}

/**
 * How a secret is split: with `-` and `_` between groups, or within them. Quotes, spaces and the like are replaced with the rest: where a
 * text is cut at them, a piece without the mark would be left.
 */
const splits: readonly Split[] = [
  { parts: /(?:%[0-9A-Fa-f]{2}|[-_./+=:~%])+|[^-_./+=:~%]+/g, isSeparator: /^[-_./+=:~%]/ },
  { parts: /(?:%[0-9A-Fa-f]{2}|[./+=:~%])+|[^./+=:~%]+/g, isSeparator: /^[./+=:~%]/ },
];
/** Of a private key the lines stay, also as `\n` of JSON. */
const linesOfKey: Split = { parts: /(?:\\+[nr]|[+/=\r\n])+|[A-Za-z0-9]+/g, isSeparator: /^[\\+/=\r\n]/ };
const keyLines = /^[A-Za-z0-9+/=]{16,}(?:(?:\\+[nr]|[\r\n])+[A-Za-z0-9+/=]+)*(?:\\+[nr]|[\r\n])*$/;

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
  if (/^[a-z0-9]+$/.test(run)) return { alphabet: lower + digits, mark: 'stepfork' };
  // Without 0, 1, 8 and 9, as in the base 32 of AWS.
  if (/^[A-Z0-9]+$/.test(run)) return { alphabet: `${upper}234567`, mark: 'STEPFORK' };
  return { alphabet: /^[A-Za-z]+$/.test(run) ? upper + lower : upper + lower + digits, mark: 'STEPFORK' };
}

function placeOfMark(lengths: readonly number[], whole: Kind | null): number | null {
  const all = lengths.reduce((sum, length) => sum + length, 0);
  // A mark in one group of a UUID may go on in the next one; else it needs a run for itself.
  const needed = whole !== null && all >= markLength + room ? markLength : markLength + room;
  const found =
    whole === null
      ? lengths.indexOf(lengths.reduce((longest, length) => Math.max(longest, length), 0))
      : lengths.findIndex((length) => length >= needed);
  return (lengths[found] ?? 0) >= needed ? found : null;
}
