import { chunksOf } from './chunks-of.ts';
import type { RecordedStream } from './recorded-stream.ts';

/** As an iterator that is no generator. */
export function iteratorOf(stream: RecordedStream): AsyncIterableIterator<unknown> {
  const chunks = chunksOf(stream);
  const members = {
    next: () => chunks.next(),
    return: () => chunks.return(undefined),
    throw: (error: unknown) => chunks.throw(error),
    [Symbol.asyncIterator]: () => iterator,
  };
  const iterator = {} as AsyncIterableIterator<unknown>;
  for (const key of Reflect.ownKeys(members))
    Object.defineProperty(iterator, key, { value: Reflect.get(members, key), configurable: true, writable: true });
  return iterator;
}
