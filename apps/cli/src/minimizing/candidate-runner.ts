import type { RunCandidate } from '@stepfork/minimize';
import type { Claim } from '@stepfork/replay';

/** What replays candidates, until it is closed. */
export interface CandidateRunner {
  readonly run: RunCandidate;
  readonly close: () => Promise<void>;
}

export interface RunnerOptions {
  readonly workers: number | undefined;
  /** For what is made on the way. */
  readonly folder: string;
  readonly claim: Claim | null;
  /** Ctrl-C. */
  readonly interrupted: AbortSignal;
}
