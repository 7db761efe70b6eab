import type { Json } from '@stepfork/trace';

/** Is told what a stream produces, in the tick in which it produces it, before its reader learns it. Must not throw. */
export interface StreamObserver {
  chunk(value: unknown): void;
  /** The same for a chunk of an earlier recording: it is encoded and redacted already. */
  recorded(chunk: Json): void;
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
