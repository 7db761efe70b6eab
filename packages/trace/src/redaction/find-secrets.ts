import { isPlaceholder } from './credential-value.ts';
import { decodePercent } from './escapes.ts';
import { findCredentials } from './find-credentials.ts';
import { hasLongRun, nextFloatingToken, nextToken } from './find-token.ts';
import type { Hit } from './hit.ts';
import { decodePrintable } from './printable-base64.ts';
import { isPseudonym } from './pseudonym.ts';
import { tokenPatterns } from './token-patterns.ts';

/** Values that are known to be secret, prepared for a search. */
export type KnownSecrets = { readonly pattern: RegExp; readonly forms: readonly string[] } | null;

/** @param values mostly those of environment variables; what is too short or too plain to be one is left out, since it stands in any text */
export function knownSecrets(values: readonly string[]): KnownSecrets {
  const forms = values.filter(isTellTale).flatMap((value) => [value, JSON.stringify(value).slice(1, -1), encodeURIComponent(value)]);
  if (forms.length === 0) return null;
  // The longest first, so that one which starts another does not hide it.
  const sorted = [...new Set(forms)].sort((one, other) => other.length - one.length || (one < other ? -1 : 1));
  const pattern = new RegExp(sorted.map((form) => form.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|'), 'g');
  return { pattern, forms: sorted };
}

/**
 * All secrets of a text, in order, none within another; pseudonyms are among them. Linear in the length of the text.
 *
 * Where millions of characters follow each other without a break an engine's patterns run out of stack, so a longer text is looked at in pieces
 * that overlap. A secret that is longer than the overlap is cut at the end of its piece.
 */
export function findSecrets(text: string, known: KnownSecrets, depth = 0): readonly Hit[] {
  if (text.length <= largestPiece) return findInPiece(text, known, depth);
  const hits: Hit[] = [];
  for (let start = 0; start < text.length; start += largestPiece) {
    const from = Math.max(0, start - context);
    for (const hit of findInPiece(text.slice(from, start + largestPiece + overlap), known, depth)) {
      const offset = from + hit.offset;
      if (offset >= start && offset < start + largestPiece) hits.push({ ...hit, offset });
    }
  }
  return apart(hits);
}

const largestPiece = 524_288;
const overlap = 65_536;
/** What stands before a secret, and shows that it is one. */
const context = 4_096;

function findInPiece(text: string, known: KnownSecrets, depth: number): readonly Hit[] {
  const hits: Hit[] = [];
  if (hasLongRun(text)) addTokens(text, hits);
  if (known !== null) addKnown(text, known.pattern, hits);
  findCredentials(text, hits);
  if (depth < maxDepth && text.includes('%')) addEncoded(text, depth, hits);
  if (depth < maxDepth && hasLongRun(text)) addBase64(text, depth, hits);
  return hits.length > 1 ? apart(hits) : hits;
}

function addTokens(text: string, hits: Hit[]): void {
  for (let token = nextToken(text, 0); token !== null; token = nextToken(text, token.offset + token.length)) {
    hits.push({ rule: token.rule, offset: token.offset, length: token.length });
  }
  for (let token = nextFloatingToken(text, 0); token !== null; token = nextFloatingToken(text, token.offset + token.length)) {
    hits.push({ rule: token.rule, offset: token.offset, length: token.length });
  }
}

// What stands in an address as `%3A` hides what a secret is known by.
function addEncoded(text: string, depth: number, hits: Hit[]): void {
  for (const match of text.matchAll(words)) {
    const [word] = match;
    if (!word.includes('%')) continue;
    const offsets: number[] = [];
    const decoded = word.replace(/%(?:[2-7][0-9A-Fa-f]|0[9AaDd])|[\s\S]/g, (written: string, at: number) => {
      offsets.push(match.index + at);
      return written.length === 1 ? written : decodePercent(written);
    });
    if (decoded === word) continue;
    offsets.push(match.index + word.length);
    for (const { rule, offset, length } of findSecrets(decoded, null, depth + 1)) {
      const start = offsets[offset] ?? 0;
      hits.push({ rule, offset: start, length: (offsets[offset + length] ?? 0) - start });
    }
  }
}

// A file or a secret of a cluster in base64: what stands in it is replaced there.
function addBase64(text: string, depth: number, hits: Hit[]): void {
  for (const { 0: word, index } of text.matchAll(base64Words)) {
    const decoded = decodePrintable(word);
    if (decoded !== null && findSecrets(decoded, null, depth + 1).length > 0)
      hits.push({ rule: 'base64', offset: index, length: word.length });
  }
}

// Longer ones are not decoded anyway, and over millions of characters an engine runs out of stack.
const base64Words = /(?<![A-Za-z0-9+/=_.%-])[A-Za-z0-9+/]{20,16384}={0,2}(?![A-Za-z0-9+/=_.%-])/g;
const words = /[^\s"'`<>\\]+/g;
/** An address within an address within one. */
const maxDepth = 3;

function addKnown(text: string, known: RegExp, hits: Hit[]): void {
  known.lastIndex = 0;
  for (let match = known.exec(text); match !== null; match = known.exec(text)) {
    hits.push({ rule: 'environment', offset: match.index, length: match[0].length });
  }
}

// A token within the value of an assignment goes first: the same token may stand alone elsewhere, and must get the same pseudonym.
function apart(hits: readonly Hit[]): readonly Hit[] {
  const kept: Hit[] = [];
  for (const hit of [...hits].sort((one, other) => one.offset - other.offset || other.length - one.length)) {
    const last = kept.at(-1);
    if (last === undefined || hit.offset >= last.offset + last.length) kept.push(hit);
    else if (isToken(hit) && !isToken(last) && hit.length * 2 >= last.length) kept[kept.length - 1] = hit;
  }
  return kept;
}

const tokenRules: ReadonlySet<string> = new Set(tokenPatterns.map(({ rule }) => rule));

function isToken(hit: Hit): boolean {
  return tokenRules.has(hit.rule);
}

function isTellTale(value: string): boolean {
  if (value.length < 8 || isPseudonym(value) || isPlaceholder(value) || value.includes('://')) return false;
  // `development`, `postgres`: words that a text may hold for reasons of its own.
  return value.length >= 16 || !/^[A-Za-z]+$/.test(value);
}
