import type { Claim } from '@stepfork/replay';
import type { Trace } from '@stepfork/trace';

/** The least that is right where a run crashed: that it does not throw. `null` for a run that did not. */
export function claimFromCrash(trace: Trace): Claim | null {
  return trace.outcome.kind === 'threw' ? { throws: false } : null;
}
