import type { Trace } from '@stepfork/trace';
import type { Receipt } from './receipt.ts';
import type { Inconclusive } from './verdict.ts';

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
}
