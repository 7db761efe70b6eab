import type { Returned } from '@stepfork/trace';
import { type AnswerTimes, createAnswerTimes } from '../answers/answer-times.ts';
import { OpenCalls } from '../answers/open-calls.ts';
import type { BorrowedAnswer } from '../borrowed/borrowed-answer.ts';
import type { Inconclusive } from '../judging/verdict.ts';
import type { ReceiptEntry, RechunkedStream } from '../receipt.ts';
import type { ReplayerOptions } from './replayer-options.ts';

export interface Stop {
  readonly verdict: Inconclusive;
  /** The last call that counts: what comes later is the work of our refusal. */
  readonly until: number;
}

/** One replayed run as far as it has come. All that answers its calls is given this, and shares nothing else. */
export interface RunState {
  readonly options: ReplayerOptions;
  readonly open: OpenCalls;
  readonly times: AnswerTimes;
  readonly entries: ReceiptEntry[];
  readonly borrowed: BorrowedAnswer[];
  readonly rechunked: RechunkedStream[];
  /** By step: the recorded answer of which the given one is a fresh copy. */
  readonly copied: (Returned | undefined)[];
  /** How many timers of the agent had fired when a question was last asked. */
  readonly firedBefore: Map<string, number>;
  /** The first thing that we could not do. Latched. */
  stop: Stop | null;
  /** What of ours broke: a wrong set-up, a recorded value that is none. */
  fault: unknown;
  bodiesRun: number;
  /** Bodies that ran because no recording answered. */
  demanded: number;
  /** The run is over: whatever is still asked is never answered and counts no more. */
  hasEnded: boolean;
  lastStarted: number;
  borrowedElsewhere: number;
  beyondBudget: number;
}

export function createRunState(options: ReplayerOptions): RunState {
  const open = new OpenCalls();
  return {
    options,
    open,
    times: createAnswerTimes(options.stage, open),
    entries: [],
    borrowed: [],
    rechunked: [],
    copied: [],
    firedBefore: new Map(),
    stop: null,
    fault: null,
    bodiesRun: 0,
    demanded: 0,
    hasEnded: false,
    lastStarted: -1,
    borrowedElsewhere: 0,
    beyondBudget: 0,
  };
}
