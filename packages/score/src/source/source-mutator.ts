/** The text of a module, by its path. */
export interface SourceText {
  readonly path: string;
  readonly text: string;
}

/** A range of a source text; lines and columns count from 1, the end is behind the last character. */
export interface SourceRange {
  readonly start: { readonly line: number; readonly column: number };
  readonly end: { readonly line: number; readonly column: number };
}

/** One place of a source text, and what stands there instead. */
export interface SourceEdit extends SourceRange {
  readonly path: string;
  /** Name of the kind of change. */
  readonly mutator: string;
  readonly original: string;
  readonly replacement: string;
}

/** One that is in an instrumented text with all others, and is switched on by its id. */
export interface SwitchedEdit extends SourceEdit {
  readonly switchId: string;
  /** Why it shall not be run, by a comment in the source; `null`: it shall. */
  readonly ignored: string | null;
}

/** One that is a text of its own. */
export interface TextEdit extends SourceEdit {
  readonly text: string;
}

/**
 * Makes mutants of source texts, JavaScript and TypeScript: what a package like `@stepfork/score-source` exports as `sourceMutator`.
 *
 * Instrumented texts ask the object `globalThis.__stryker__`, by the convention of Stryker's instrumenter: `activeMutant` is the id of the one that
 * is on, `mutantCoverage.static` counts by id how often each place was reached, and an active mutant that was reached more than `hitLimit` times throws.
 */
export interface SourceMutator {
  /**
   * The texts with all mutants put in, each off, and the mutants, in the order in which they stand there.
   *
   * @throws Error for a text that cannot be parsed, naming its path
   */
  readonly instrument: (
    texts: readonly SourceText[],
  ) => Promise<{ readonly texts: readonly SourceText[]; readonly edits: readonly SwitchedEdit[] }>;
  /** The corrected text with one part of the correction taken back, for each run of lines that it changed. */
  readonly revertParts: (fixed: SourceText, buggy: string) => readonly TextEdit[];
}
