import type { Json } from '@stepfork/trace';

/** Is told what a stream produces, in the tick in which it produces it, before its reader learns it. Must not throw. */
export interface StreamObserver {
  chunk(value: unknown): void;
  /** A chunk that is a value by itself: nothing in it goes on in another one. */
  whole(value: unknown): void;
  /** The same for a chunk of an earlier recording: it is encoded and redacted already. */
  recorded(chunk: Json): void;
  /**
   * Does this as soon as the reader has what it is being given in this tick, or before anything else that happens is taken down, whichever comes
   * first. What it tells counts as told now.
   */
  afterwards(body: () => void): void;
  /** Further calls after the first end are ignored by the observer. `value`: what an iterator returned when it was done. */
  end(kind: 'done' | 'cancelled', value?: unknown): void;
  fail(error: unknown): void;
  /** Runs a piece of the producer where it belongs, so that its own calls find their parent. */
  within<T>(body: () => T): T;
  /** Runs a piece of the agent where the stream was handed over: what it calls is no part of the producer. */
  outside<T>(body: () => T): T;
  /** The running code is the agent's, as far as can be known. */
  isOutside(): boolean;
}
