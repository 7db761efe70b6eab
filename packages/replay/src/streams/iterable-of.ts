import { chunksOf } from './chunks-of.ts';
import type { RecordedStream } from './recorded-stream.ts';

/** As an object that can be iterated once: whether the original began anew or gave what was left, nobody knows. */
export function iterableOf(stream: RecordedStream, refuse: (member: string) => Error): AsyncIterable<unknown> {
  let isRead = false;
  const iterate = (): AsyncIterator<unknown> => {
    if (isRead) throw refuse('Symbol.asyncIterator (a second time)');
    isRead = true;
    return chunksOf(stream);
  };
  return Object.defineProperty({} as AsyncIterable<unknown>, Symbol.asyncIterator, { value: iterate, configurable: true, writable: true });
}
