import { observeAsyncIterator } from './async-iterable.ts';
import { relayedBy } from './from-web.ts';
import { type Override, override } from './override.ts';
import type { StreamObserver } from './stream-observer.ts';
import { type Reading, watch } from './watch.ts';

/** Watches a web stream, however it is read: by a reader, by iteration, by `tee`, `pipeTo` or `pipeThrough`. */
export function observeReadableStream(stream: ReadableStream, observer: StreamObserver): ReadableStream | null {
  const { getReader, values, cancel } = stream;
  const leave = (reading: Reading, cancelled: () => Promise<void>): Promise<void> => {
    reading.leaving = true;
    const promise = observer.within(cancelled);
    promise.then(
      () => observer.end('cancelled'),
      (error) => {
        if (!reading.released) observer.fail(error);
      },
    );
    return promise;
  };

  function observedReader(...args: Parameters<typeof getReader>): ReturnType<typeof getReader> {
    const reader = getReader.apply(stream, args) as ReadableStreamDefaultReader;
    const reading: Reading = { leaving: false, released: false };
    const { read, cancel: cancelReader, releaseLock } = reader;
    override(
      reader,
      new Map<PropertyKey, Override>([
        ['read', { value: (...view: []) => watch(observer, reading, () => read.apply(reader, view)) }],
        ['cancel', { value: (reason?: unknown) => leave(reading, () => cancelReader.call(reader, reason)) }],
        [
          'releaseLock',
          {
            value: () => {
              reading.released = true;
              releaseLock.call(reader);
            },
          },
        ],
      ]),
    );
    return reader as ReturnType<typeof getReader>;
  }

  const iterate = (options?: { preventCancel?: boolean }): AsyncIterator<unknown> => {
    const iterator = values.call(stream, options);
    return observeAsyncIterator(iterator, observer, options?.preventCancel !== true) ?? iterator;
  };
  const members = new Map<PropertyKey, Override>([
    ['getReader', { value: observedReader }],
    [
      'cancel',
      {
        value: (reason?: unknown) => {
          const attempt = (): Promise<void> => cancel.call(stream, reason);
          // While a reader holds the stream, this only fails and the stream goes on.
          return stream.locked ? attempt() : leave({ leaving: true, released: false }, attempt);
        },
      },
    ],
  ]);
  if (typeof values === 'function') {
    members.set('values', { value: iterate });
    members.set(Symbol.asyncIterator, { value: iterate });
  }
  // These three read the stream from inside, past its own methods, so they are given a stream that reads it from outside.
  for (const method of ['tee', 'pipeTo', 'pipeThrough'] as const) {
    if (typeof stream[method] !== 'function') continue;
    members.set(method, {
      value: (...args: never[]) => {
        const copy = relay(observedReader);
        return Reflect.apply(copy[method] as (...args: never[]) => unknown, copy, args);
      },
    });
  }
  const observed = override(stream, members);
  if (observed !== null) relayedBy(observed, () => relay(observedReader));
  return observed;
}

function relay(getReader: () => unknown): ReadableStream {
  const reader = getReader() as ReadableStreamDefaultReader;
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await reader.read();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}
