import type { Span } from './hit.ts';

/** A piece of a text, and what stands in its place. */
export interface Replacement extends Span {
  readonly text: string;
}

/** @param made in order, none within another */
export function withReplacements(source: string, made: readonly Replacement[]): string {
  if (made.length === 0) return source;
  let clean = '';
  let from = 0;
  for (const { offset, length, text } of made) {
    clean += source.slice(from, offset) + text;
    from = offset + length;
  }
  return clean + source.slice(from);
}

/**
 * What is replaced in a text when these places of `clean`, which is that text with `made`, are replaced too. A place that reaches into what was
 * replaced before becomes one with it; of two that reach into the same the second is left for the next time.
 *
 * @param places in order, none within another
 */
export function replacedFurther(
  clean: string,
  made: readonly Replacement[],
  places: readonly Span[],
  replace: (text: string) => string,
): readonly Replacement[] {
  const before = inClean(made);
  const pieces: Replacement[] = [];
  let done = 0;
  for (const { offset, length } of places) {
    const end = offset + length;
    const met = before.filter((one) => one.start < end && one.end > offset);
    const from = Math.min(offset, ...met.map(({ start }) => start));
    const to = Math.max(end, ...met.map((one) => one.end));
    if (from < done) continue;
    done = to;
    const at = sourceAt(before, from);
    const text = clean.slice(from, offset) + replace(clean.slice(offset, end)) + clean.slice(end, to);
    pieces.push({ offset: at, length: sourceAt(before, to) - at, text });
  }
  const kept = made.filter((one) =>
    pieces.every(({ offset, length }) => one.offset >= offset + length || one.offset + one.length <= offset),
  );
  return [...kept, ...pieces].sort((one, other) => one.offset - other.offset);
}

interface Made {
  /** Where it stands in the clean text. */
  readonly start: number;
  readonly end: number;
  /** By so much the clean text is longer behind it. */
  readonly grown: number;
}

function inClean(made: readonly Replacement[]): readonly Made[] {
  let grown = 0;
  return made.map(({ offset, length, text }) => {
    const start = offset + grown;
    grown += text.length - length;
    return { start, end: start + text.length, grown };
  });
}

/** @param position in the clean text, within nothing that was replaced */
function sourceAt(before: readonly Made[], position: number): number {
  return position - (before.findLast(({ end }) => end <= position)?.grown ?? 0);
}
