import type { LiveCall } from '@stepfork/interceptor';
import type { RunState } from './run-state.ts';

/** This call gets no answer any more. */
export function openForGood({ open, options }: RunState, { step, name }: LiveCall): void {
  open.addForGood(step, name);
  // That may be all that the agent waits for.
  options.stage.wake();
}
