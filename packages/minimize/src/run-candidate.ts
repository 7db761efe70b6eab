import type { Inconclusive, Match, Replay } from '@stepfork/replay';
import type { Trace } from '@stepfork/trace';

/** The code with the bug, or the corrected code beside which it is seen. */
export type Side = 'buggy' | 'fixed';

/** One replay that is asked for. */
export interface Candidate {
  readonly trace: Trace;
  readonly side: Side;
  readonly match: Match;
  /** So many calls at most. */
  readonly maxCalls: number;
}

/** What came of it; `not-run`: the agent was ended by force, or could not be asked, in words; `stop`: what a verdict says of it, if one can. */
export type CandidateRun =
  | { readonly kind: 'replayed'; readonly replay: Replay }
  | { readonly kind: 'not-run'; readonly why: string; readonly stop: Inconclusive | null };

/** Replays a candidate somewhere: in this process, or in one of several workers. Independent of all others. */
export interface RunCandidate {
  (candidate: Candidate, signal: AbortSignal): Promise<CandidateRun>;
  /** Called before the first of many; what it returns, after the last. */
  readonly begin?: () => () => void;
}
