import type { Score } from '@stepfork/score';

/** What the process of a test runner is told, by its environment. */
export interface TestRunOrder {
  /** The file that takes the lines of the answer. */
  readonly answer: string;
  /** The process with which that of the runner ends. */
  readonly startedBy: number;
  readonly fixed: AgentPlace | null;
  readonly buggy: AgentPlace | null;
}

export interface AgentPlace {
  readonly file: string;
  readonly exportName: string;
}

/** One line of the answer: a test that was scored, or could not be. */
export type TestRunLine = { readonly test: string; readonly score: Score } | { readonly test: string; readonly error: string };

export const orderVariable = 'STEPFORK_SCORE_RUN';

export function orderOfRun(): TestRunOrder {
  return JSON.parse(process.env[orderVariable] ?? '') as TestRunOrder;
}
