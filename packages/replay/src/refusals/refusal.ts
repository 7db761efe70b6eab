import type { StepforkError } from '@stepfork/trace';
import type { Inconclusive } from '../judging/verdict.ts';

/** Of all replays of this process: an agent that keeps the promise of a call may end with the refusal of another replay. */
const refusals = new WeakSet<StepforkError>();

/** The error with which a call is refused. */
export function refusal<T extends StepforkError>(error: T): T {
  refusals.add(error);
  return error;
}

export function isRefusal(error: StepforkError): boolean {
  return refusals.has(error);
}

/** Of a run that ends with a refusal of which it had no call. */
export const keptRefusal: Inconclusive = {
  kind: 'inconclusive',
  reason: 'not-deterministic',
  first: 'a call was refused',
  second: 'the agent ended with that refusal, which it had kept, although no call was refused',
};
