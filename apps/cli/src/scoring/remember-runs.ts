import { createRunMemory, type RunMemory } from '@stepfork/score';
import { type MemoryFile, readMemory, writeMemory } from './memory-file.ts';

/** So many runs of a score were run, and so many known from the one before. */
export interface RunCounts {
  run: number;
  known: number;
}

export interface Remembered {
  readonly memory: RunMemory;
  readonly runs: Readonly<RunCounts>;
  readonly onRun: (known: boolean) => void;
  /** Paths that the runs have looked at. */
  readonly onReads: (paths: Iterable<string>) => void;
  /** For the next score. */
  readonly save: () => void;
}

/** What the file of a test remembers; `null`: nothing is known, and nothing is kept. */
export function rememberRuns(file: MemoryFile | null): Remembered {
  const earlier = file === null ? null : readMemory(file);
  const memory = createRunMemory(file?.inputs ?? '', earlier?.text ?? null);
  const read = new Set<string>();
  const runs: RunCounts = { run: 0, known: 0 };
  return {
    memory,
    runs,
    onRun: (known) => {
      runs[known ? 'known' : 'run'] += 1;
    },
    onReads: (paths) => {
      for (const path of paths) read.add(path);
    },
    save: () => {
      // What runs have looked at that are not known any more says nothing.
      if (runs.known > 0) for (const path of earlier?.paths ?? []) read.add(path);
      if (file !== null) writeMemory(file, memory.text(), read);
    },
  };
}
