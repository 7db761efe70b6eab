import type { Json, Returned } from '@stepfork/trace';
import type { LiveCall } from '../interceptor.ts';

/** What a replay knows of the values of its run: they stand in its recording, and need not be taken down anew. */
export interface KnownValues {
  /** The recorded input that the input of this call is to the letter; `undefined`: none that is at hand. */
  inputOf(call: LiveCall): Json | undefined;
  /** The recorded answer of which the one to this call is a fresh copy; `undefined`: it is none. Asked before the agent has it. */
  answerOf(step: number): Returned | undefined;
}
