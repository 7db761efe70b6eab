import type { Readable } from 'node:stream';
import { type Override, override } from './override.ts';
import type { StreamObserver } from './stream-observer.ts';

/** Watches a Readable of Node. It emits `data` for every chunk, in whichever of its ways it is read. */
export function observeNodeReadable(stream: Readable, observer: StreamObserver): Readable | null {
  const { emit, [Symbol.asyncIterator]: iterate } = stream;
  let leaving = false;
  const observedEmit = (event: string | symbol, ...args: unknown[]): boolean => {
    if (event === 'data') observer.chunk(args[0]);
    else if (event === 'end') observer.end('done');
    else if (event === 'close') observer.end('cancelled');
    // Node destroys a stream whose iteration is left with an AbortError, which nobody gets.
    else if (event === 'error' && !leaving) observer.fail(args[0]);
    return emit.call(stream, event, ...args);
  };
  const observedIterate = (): AsyncIterator<unknown> => {
    const iterator = iterate.call(stream);
    const { return: leave } = iterator;
    const value = (...args: []): unknown => {
      leaving = true;
      return leave?.apply(iterator, args);
    };
    return override(iterator, new Map([['return', { value }]])) ?? iterator;
  };
  return override(
    stream,
    new Map<PropertyKey, Override>([
      ['emit', { value: observedEmit }],
      [Symbol.asyncIterator, { value: observedIterate }],
    ]),
  );
}
