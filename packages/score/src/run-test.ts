import type { Replay, Verdict } from '@stepfork/replay';
import type { Change } from './mutant.ts';
import type { SourceRun, SourceVariant } from './source/source-mutant.ts';

/** One run of the test, on one side of the fix, with at most one change. */
export interface TestRun {
  readonly side: 'reference' | 'buggy';
  /** `null`: as it is. */
  readonly change: Exclude<Change, { readonly kind: 'buggy-code' }> | { readonly kind: 'source'; readonly source: SourceVariant } | null;
}

/** What a run of the test came to. */
export type TestEnd =
  | ({
      readonly kind: 'judged';
      readonly verdict: Verdict;
      /** Of a run without a change: the next replay did the same in all that can be judged, so that its verdict on another claim would be repeated too. */
      readonly isSteady?: boolean;
      /** Of a run with another source; so below. */
      readonly source?: SourceRun;
    } & Replay)
  /** The claim held, and what the test expects besides did not. */
  | { readonly kind: 'failed-beyond'; readonly message: string; readonly source?: SourceRun }
  /** The code never gave control back, or took its process with it. */
  | { readonly kind: 'timed-out' }
  | { readonly kind: 'crashed'; readonly message: string };

/** How a test is run: in this process, in workers, or by the runner that its file was written for. */
export type RunTest = (run: TestRun) => Promise<TestEnd>;
