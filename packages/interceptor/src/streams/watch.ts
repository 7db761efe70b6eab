import type { StreamObserver } from './stream-observer.ts';

/** Where a reader of a stream stands. */
export interface Reading {
  /** The reader has asked the stream to end; an end that follows is its doing. */
  leaving: boolean;
  /** The reader has let go: what its open reads get now says nothing about the stream. */
  released: boolean;
}

/**
 * Calls `produce`, which returns an iterator result or a promise of one, and tells the observer what comes.
 *
 * The reader gets the very same promise. Deriving one, as a call does, would cost a microtask per chunk. The price: a rejection that the
 * reader never looks at is not reported as unhandled.
 */
export function watch<T>(observer: StreamObserver, reading: Reading, produce: () => T): T {
  let result: T;
  try {
    result = observer.within(produce);
  } catch (error) {
    observer.fail(error);
    throw error;
  }
  const settled = (one: unknown): void => tell(observer, reading, one);
  const failed = (error: unknown): void => {
    if (!reading.released) observer.fail(error);
  };
  if (!isThenable(result)) {
    settled(result);
    return result;
  }
  // A thenable may start its work when `then` is called, so it is called once.
  const promise = result instanceof Promise ? result : Promise.resolve(result);
  Promise.prototype.then.call(promise, settled, failed);
  return promise as T;
}

function tell(observer: StreamObserver, reading: Reading, result: unknown): void {
  if (reading.released || typeof result !== 'object' || result === null) return;
  const { done } = result as IteratorResult<unknown>;
  if (!done) observer.chunk((result as IteratorResult<unknown>).value);
  else if (reading.leaving) observer.end('cancelled');
  // A getter is for who looks at it: loops do not.
  else observer.end('done', Reflect.getOwnPropertyDescriptor(result, 'value')?.value);
}

function isThenable(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}
