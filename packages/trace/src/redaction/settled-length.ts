import { mentionsCredentials } from './find-credentials.ts';
import { findSecrets, type KnownSecrets } from './find-secrets.ts';
import { mayStartToken } from './find-token.ts';
import type { Span } from './hit.ts';

/**
 * How much of a text, whose secrets are `hits`, is settled: whatever follows, nothing in it becomes part of a secret, and no secret in it ends
 * elsewhere. The rest is a few words at most, but for a secret that goes on to the end.
 *
 * A secret begins in the last word, or in an open quote, a private key or a cookie: those are found by going on with the text, in each way in which
 * such a secret could.
 */
export function settledLength(text: string, hits: readonly Span[], known: KnownSecrets): number {
  let open = Math.max(lastWord(text), text.length - longestStart);
  for (const form of known?.forms ?? []) open = Math.min(open, startOf(form, text));
  const reach = (found: readonly Span[]): void => {
    for (const { offset, length } of found) {
      const end = offset + length;
      if (offset < open && (end > open || end === text.length)) open = offset;
    }
  };
  reach(hits);
  if (!mentionsCredentials(text)) return open;
  open = Math.min(open, openCookie(text));
  for (const more of goingOn) reach(findSecrets(text + more, known).filter(({ offset, length }) => offset + length >= text.length));
  return open;
}

/**
 * How much of a text can be shown while the rest is waited for: where its last word cannot be the start of a token, all of it. Of a token that is known
 * by its end, the first characters are shown.
 */
export function shownLength(text: string, settled: number): number {
  const word = text.slice(settled);
  const isWord = word.length <= longestWord && !/\s/.test(word) && !mentionsCredentials(text) && !mayStartToken(word);
  return isWord ? text.length : settled;
}

const longestWord = 12;

/** By then every secret has shown that it is one. */
const longestStart = 1_024;
const value = 'x0Y1z2W3$a4B5c6D7';
const goingOn: readonly string[] = [
  value,
  // It may end here too: what a longer one is, it may not be.
  ...['"', "'", '`', '\\"', '\\\\\\"', '&quot;', '&#34;'].flatMap((quote) => [quote, value + quote]),
  `${'A'.repeat(32)}\n-----END`,
  `\n${'A'.repeat(32)}\n-----END`,
];

const cookies = /cookies?\\{0,4}["'`]?\s{0,4}[:=][^\r\n"'`\\]{0,4096}$/i;

/** A cookie goes on to the end of its line, and what stands in it is known for one token or for a longer value only then. */
function openCookie(text: string): number {
  const line = cookies.exec(text);
  return line === null ? text.length : line.index + Math.max(0, line[0].lastIndexOf(';'));
}

function lastWord(text: string): number {
  let at = text.length;
  while (at > 0 && at > text.length - longestStart && !isSpace(text.charCodeAt(at - 1))) at--;
  return at;
}

function isSpace(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13) || code === 0xa0 || code === 0x2028 || code === 0x2029 || code === 0x3000;
}

/** Where the beginning of a known secret stands at the end of a text. */
function startOf(form: string, text: string): number {
  for (let length = Math.min(form.length - 1, text.length); length > 0; length--) {
    if (text.endsWith(form.slice(0, length))) return text.length - length;
  }
  return text.length;
}
