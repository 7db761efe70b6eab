import type { SourceMutator, SourceRange, SourceText, SwitchedEdit } from '@stepfork/score';
import { createInstrumenter, type InstrumentResult } from '@stryker-mutator/instrumenter';
import { createInjector } from 'typed-inject';

type Mutant = InstrumentResult['mutants'][number];

/** Stryker's mutators, all of them, with its comments `// Stryker disable …` heeded. */
export const instrument: SourceMutator['instrument'] = async (texts) => {
  const instrumenter = createInjector().provideValue('logger', silent).injectFunction(createInstrumenter);
  const files = texts.map(({ path, text }) => ({ name: path, content: text, mutate: true }));
  const made = await instrumenter.instrument(files, { plugins: null, excludedMutations: [], ignorers: [] });
  const originals = new Map(texts.map((one) => [one.path, one]));
  return {
    texts: made.files.map(({ name, content }) => ({ path: name, text: content })),
    edits: made.mutants.map((mutant) => editOf(mutant, originals.get(mutant.fileName) as SourceText)),
  };
};

function editOf({ id, mutatorName, replacement, location, statusReason, status }: Mutant, { path, text }: SourceText): SwitchedEdit {
  const range = fromOne(location);
  return {
    ...range,
    path,
    mutator: mutatorName,
    original: within(text, range),
    replacement,
    switchId: id,
    ignored: status === 'Ignored' ? (statusReason ?? 'a comment in the source says so') : null,
  };
}

/** Stryker counts from 0. */
function fromOne({ start, end }: Mutant['location']): SourceRange {
  return { start: { line: start.line + 1, column: start.column + 1 }, end: { line: end.line + 1, column: end.column + 1 } };
}

function within(text: string, { start, end }: SourceRange): string {
  const lines = text.split('\n');
  const at = (line: number, column: number): number => lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0) + column - 1;
  return text.slice(at(start.line, start.column), at(end.line, end.column));
}

const off = (): boolean => false;
const silent = {
  ...{ isTraceEnabled: off, isDebugEnabled: off, isInfoEnabled: off, isWarnEnabled: off, isErrorEnabled: off, isFatalEnabled: off },
  ...{ trace: off, debug: off, info: off, warn: off, error: off, fatal: off },
};
