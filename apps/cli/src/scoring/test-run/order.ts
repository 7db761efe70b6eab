import type { Score, Thresholds } from '@stepfork/score';
import type { AskedSource } from '../asked-source.ts';
import type { MemoryFile } from '../memory-file.ts';
import type { RunCounts } from '../remember-runs.ts';

/** What the process of a test runner is told, by its environment. */
export interface TestRunOrder {
  /** The test file. */
  readonly file: string;
  /** The file that takes the lines of the answer. */
  readonly answer: string;
  /** The process with which that of the runner ends. */
  readonly startedBy: number;
  readonly fixed: AgentPlace | null;
  readonly buggy: AgentPlace | null;
  readonly thresholds: Thresholds;
  /** `null`: everything is run. */
  readonly memory: MemoryFile | null;
  /** `null`: no mutants of source; else how they are to be made, with a folder for their texts. */
  readonly source: (AskedSource & { readonly folder: string }) | null;
  /** Runs that never gave control back in a process before this one. */
  readonly hung: readonly HungRun[];
}

/** A run of a test, by its number, that its process was killed for. */
export interface HungRun {
  readonly test: string;
  readonly hung: number;
}

export interface AgentPlace {
  readonly file: string;
  readonly exportName: string;
}

export interface ScoredLine {
  readonly test: string;
  readonly score: Score;
  readonly runs: RunCounts;
}

/** One line of the answer: a test that was scored, or could not be, or the last thing that its process did. */
export type TestRunLine = ScoredLine | { readonly test: string; readonly error: string; readonly hint?: string } | HungRun;

export const orderVariable = 'STEPFORK_SCORE_RUN';

export function orderOfRun(): TestRunOrder {
  return JSON.parse(process.env[orderVariable] ?? '') as TestRunOrder;
}
