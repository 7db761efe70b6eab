import type { Trace } from '@stepfork/trace';
import type { Inconclusive } from './judging/verdict.ts';
import type { Receipt } from './receipt.ts';
import type { Frame } from './report/own-frames.ts';

/** What came of one replay. */
export interface Replay {
  /** What the agent did this time. */
  readonly trace: Trace;
  /** The recording that was followed. */
  readonly recording: Trace;
  readonly receipt: Receipt;
  /** The first thing that could not be done; `null` if the run was followed to its end. */
  readonly stop: Inconclusive | null;
  /** The last call that counts where the replay was stopped (all later ones are the work of a refusal). */
  readonly until: number | null;
  /**
   * Where in the agent's own files the error was made that ended the run, innermost first; left out where there is none. For people: no
   * verdict is drawn from it.
   */
  readonly thrownAt?: readonly Frame[];
}
