import type { Trace } from '@stepfork/trace';
import type { Outcome } from '../search/outcome.ts';
import type { SearchOptions, SearchReport } from '../search/run-search.ts';
import type { Stage } from '../search/stage.ts';

/** Tries a smaller run. @param kept what of the items is left in it, by index */
export type Test = (kept: readonly number[], candidate: Trace) => Promise<Outcome>;

/** What one pass has found. */
export interface PassSearch extends SearchReport {
  readonly kept: readonly number[];
  /** What could go, and what of it is left. */
  readonly before: number;
  readonly after: number;
  readonly removed: readonly string[];
  /** What is left, for people, with what is kept when it alone goes; empty where it is too much to tell. */
  readonly left: readonly { readonly label: string; readonly others: readonly number[] }[];
}

/** One way to make a run smaller. */
export interface Pass {
  readonly name: string;
  search(trace: Trace, test: Test, options: SearchOptions & { readonly stage: Stage }): Promise<PassSearch>;
}
