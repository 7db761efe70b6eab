import type { Json } from '@stepfork/trace';
import type { StreamObserver } from './streams/stream-observer.ts';

/** The parts of a recorded answer, encoded, each when it is due. */
export interface RecordedParts {
  /** Rejects where the answer broke off, and where the recording knows no more of it. */
  next(): Promise<IteratorResult<Json, undefined>>;
  /** The recording knows the answer to its end. */
  readonly isWhole: boolean;
  /** Given where the agent is tried with other cuts: chance (0 to 1) for whoever makes bytes of the parts and cuts these elsewhere. */
  readonly cutBy?: () => number;
  /** The agent leaves: who still waits beyond the last part learns that it is over. */
  leave(): void;
}

/**
 * How one call takes down an answer that is no plain value, and how that is made again in a replay: an HTTP response with its body, say.
 * Recorded it is a stream of the kind `parts`.
 */
export interface AnswerForm {
  /** Where given, the answer is one value and this is what is recorded of it; the agent gets it as it is. Must not throw. */
  readonly value?: (answer: unknown) => unknown;
  /** Such an answer comes in parts although there is `value`. Must not throw. */
  readonly inParts?: (answer: unknown) => boolean;
  /**
   * Tells the observer the parts of a live answer, the first ones at once, the others as they come, and at last how it ended. Not called
   * for an answer that is one value.
   *
   * @returns what the agent gets in its place. Must not throw.
   */
  observe(answer: unknown, observer: PartObserver): unknown;
  /** What is recorded of the error that came instead; `null`: the agent itself broke the call off, and nobody knows what would have come. */
  failure(error: unknown): { readonly error: unknown } | null;
  /** The answer of which these parts were recorded: what `observe` is given then. */
  rebuild(parts: RecordedParts): unknown;
  /** An answer that holds this value: one that was declared, or given by an example. */
  made(value: unknown): unknown;
}

export type PartObserver = Pick<StreamObserver, 'chunk' | 'whole' | 'recorded' | 'afterwards' | 'end' | 'fail' | 'within'>;
