import type { SourceMutator } from '@stepfork/score';
import { diffLines } from 'diff';

/** A run of lines that the correction changed. */
interface Part {
  /** Line of the corrected text, from 0, before which it starts. */
  readonly at: number;
  readonly fixed: readonly string[];
  readonly buggy: readonly string[];
}

export const revertParts: SourceMutator['revertParts'] = ({ path, text }, buggy) => {
  const lines = linesOf(text);
  return partsOf(text, buggy).map(({ at, fixed, buggy: before }) => ({
    path,
    mutator: 'FixPartReverted',
    start: { line: at + 1, column: 1 },
    end: endOf(at, fixed),
    original: fixed.join(''),
    replacement: before.join(''),
    text: [...lines.slice(0, at), ...before, ...lines.slice(at + fixed.length)].join(''),
  }));
};

function partsOf(fixed: string, buggy: string): readonly Part[] {
  const parts: Part[] = [];
  let line = 0;
  let open: Part | null = null;
  for (const { value, added, removed } of diffLines(fixed, buggy)) {
    const lines = linesOf(value);
    if (!added && !removed) {
      if (open !== null) parts.push(open);
      open = null;
    } else {
      const part: Part = open ?? { at: line, fixed: [], buggy: [] };
      open = removed ? { ...part, fixed: [...part.fixed, ...lines] } : { ...part, buggy: [...part.buggy, ...lines] };
    }
    if (!added) line += lines.length;
  }
  return open === null ? parts : [...parts, open];
}

/** Each with its line end. */
function linesOf(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

function endOf(at: number, lines: readonly string[]): { readonly line: number; readonly column: number } {
  const last = lines.at(-1);
  return last === undefined ? { line: at + 1, column: 1 } : { line: at + lines.length, column: last.replace(/\r?\n$/, '').length + 1 };
}
