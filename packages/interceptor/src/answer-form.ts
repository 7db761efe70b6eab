import type { Json } from '@stepfork/trace';
import type { StreamObserver } from './streams/stream-observer.ts';

/** The parts of a recorded answer, encoded, each when it is due. */
export interface RecordedParts {
  /** Rejects where the answer broke off, and where the recording knows no more of it. */
  next(): Promise<IteratorResult<Json, undefined>>;
  /** The agent leaves: who still waits beyond the last part learns that it is over. */
  leave(): void;
}

/**
 * How one call takes down an answer that is no plain value, and how that is made again in a replay: an HTTP response with its body, say.
 * Recorded it is a stream of the kind `parts`.
 */
export interface AnswerForm {
  /**
   * Tells the observer the parts of a live answer, the first ones at once, the others as they come, and at last how it ended.
   *
   * @returns what the agent gets in its place. Must not throw.
   */
  observe(answer: unknown, observer: PartObserver): unknown;
  /** The call was rejected with this because the agent itself broke it off: the recording does not know what would have come. */
  isLeft(error: unknown): boolean;
  /** The answer of which these parts were recorded. */
  rebuild(parts: RecordedParts): unknown;
  /** An answer that holds this value: one that was declared, or given by an example. */
  made(value: unknown): unknown;
}

export type PartObserver = Pick<StreamObserver, 'chunk' | 'end' | 'fail' | 'within'>;
