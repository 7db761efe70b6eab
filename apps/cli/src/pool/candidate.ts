import type { Claim, Replay, ReplayOptions, Verdict } from '@stepfork/replay';
import type { ConductEdit, ShownBySource, SourceVariant } from '@stepfork/score';
import type { TraceFile } from '@stepfork/trace';
import type { AgentRef } from '../agent/agent-ref.ts';

/** A test case as data: what is asked of a worker. */
export interface Candidate {
  /** Recordings in the order in which they are tried, or the path of a trace file, which each worker reads once. */
  readonly traces: TraceFile | readonly TraceFile[] | string;
  readonly agent: AgentRef;
  /** `null`: the agent is replayed, and nothing is judged. */
  readonly claim: Claim | null;
  readonly rules: CandidateRules;
  /** It is a mutant, which is replayed once, with one thing that the agent would have done otherwise put into what it did, or `null`. */
  readonly mutant?: { readonly edit: ConductEdit | null };
  /** Other texts in the place of the agent's own modules. */
  readonly source?: SourceVariant;
  /** What comes of it is kept for the next time: which files the agent looks at is asked, and whether it does the same again. */
  readonly isRemembered?: boolean;
}

export type CandidateRules = Omit<ReplayOptions, 'signal' | 'redactor'>;

/** A replay as data. */
export interface CandidateReplay extends Omit<Replay, 'recording'> {
  /** The recording that was followed: its place among all trunks and forks of the candidate, in their order. */
  readonly recording: number;
}

export interface CandidateCheck {
  /** `null` where there was no claim. */
  readonly verdict: Verdict | null;
  readonly replay: CandidateReplay;
  /** Of a candidate with another source: what its run has shown, or why that could not be loaded, in which case the rest says nothing. */
  readonly source?: ShownBySource;
  /** It was remembered, and no mutant, and the next replay did the same in all that can be judged. */
  readonly isSteady: boolean;
  /** Paths that this worker has looked at for the first time since it was asked last, if that was asked. */
  readonly reads: readonly string[];
}

/** What became of a candidate. What could not be asked at all (a module that does not load, an unknown name in the rules) is thrown instead. */
export type CandidateResult =
  /** Its worker was a clean one. Where a check runs the agent more than once, what a run leaves behind is met by those that follow. */
  | ({ readonly kind: 'checked' } & CandidateCheck)
  /** The agent did not give control back for so long, and its worker was killed. Who awaits something that never comes is `checked`: inconclusive. */
  | { readonly kind: 'timed-out'; readonly timeoutMs: number }
  /** The worker has ended under the agent: by an exit that we could not stop, for want of memory, by a crash of native code. */
  | { readonly kind: 'crashed'; readonly code: number | null; readonly signal: NodeJS.Signals | null };
