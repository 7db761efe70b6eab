import { alignItems } from './align-items.ts';

/** What stands in the one text and what stands in its place in the other; empty on a side that has nothing there. */
export interface Hunk {
  readonly expected: string;
  readonly actual: string;
}

/** Numbers, addresses and identifiers are one word each; any other character stands alone. */
const word = /[\p{L}\p{N}_@]+(?:[.+-][\p{L}\p{N}_@]+)*|./gsu;

/** Longer texts are not taken apart between the first and the last place in which they differ. */
const maxLength = 50_000;

/** The places in which two texts differ, word by word. */
export function textHunks(expected: string, actual: string): readonly Hunk[] {
  if (expected === actual) return [];
  if (Math.max(expected.length, actual.length) > maxLength) return [middles(expected, actual)];
  const [left, right] = [expected.match(word) ?? [], actual.match(word) ?? []];
  const numbers = new Map<string, number>();
  const number = (text: string): number => {
    const known = numbers.get(text) ?? numbers.size;
    numbers.set(text, known);
    return known;
  };
  const hunks: Hunk[] = [];
  let open = { expected: '', actual: '' };
  const close = (): void => {
    if (open.expected !== '' || open.actual !== '') hunks.push(open);
    open = { expected: '', actual: '' };
  };
  for (const [a, b] of alignItems(left.map(number), right.map(number), () => 0)) {
    const [one, other] = [a === null ? '' : (left[a] ?? ''), b === null ? '' : (right[b] ?? '')];
    if (one === other) close();
    else open = { expected: open.expected + one, actual: open.actual + other };
  }
  close();
  return hunks;
}

function middles(expected: string, actual: string): Hunk {
  const shorter = Math.min(expected.length, actual.length);
  let start = 0;
  while (start < shorter && expected[start] === actual[start]) start++;
  let end = 0;
  while (end < shorter - start && expected.at(-1 - end) === actual.at(-1 - end)) end++;
  // Half a word says something else.
  while (start > 0 && /\S/.test(expected.charAt(start - 1))) start--;
  while (end > 0 && /\S/.test(expected.charAt(expected.length - end))) end--;
  return { expected: expected.slice(start, expected.length - end), actual: actual.slice(start, actual.length - end) };
}

/** Words that are long enough not to be met by chance. */
export function tellingWords(text: string): readonly string[] {
  return (text.match(word) ?? []).filter((one) => one.length >= 4 || (one.length === 3 && /[^\p{L}]/u.test(one)));
}
