import type { Readable } from 'node:stream';
import { type Override, override } from './override.ts';
import type { StreamObserver } from './stream-observer.ts';

/** Watches a Readable of Node. It emits `data` for every chunk, in whichever of its ways it is read. */
export function observeNodeReadable(stream: Readable, observer: StreamObserver): Readable | null {
  const { emit, destroy, _read: read } = stream;
  const isOfBytes = !stream.readableObjectMode && stream.readableEncoding === null;
  /** The agent has destroyed it: what follows is its doing, an error too. */
  let leaving = false;
  const observedEmit = (event: string | symbol, ...args: unknown[]): boolean => {
    if (event === 'data') observer.chunk(isOfBytes ? bytesOf(args[0], stream.readableEncoding) : args[0]);
    // Node calls it an end, too, if there is nothing left in a stream that was destroyed.
    else if (event === 'end') observer.end(stream.destroyed ? 'cancelled' : 'done');
    else if (event === 'close' || (event === 'error' && leaving)) observer.end('cancelled');
    else if (event === 'error') observer.fail(args[0]);
    return observer.outside(() => emit.call(stream, event, ...args));
  };
  const observedDestroy = (error?: Error, ...rest: []): Readable => {
    if (!stream.destroyed && observer.isOutside()) leaving = true;
    return destroy.call(stream, error, ...rest);
  };
  return override(
    stream,
    new Map<PropertyKey, Override>([
      ['emit', { value: observedEmit }],
      ['destroy', { value: observedDestroy }],
      ['_read', { value: (size: number) => observer.within(() => read.call(stream, size)) }],
    ]),
  );
}

/** What was produced, if the agent has the stream decode it: where its characters end is the agent's affair. */
function bytesOf(chunk: unknown, encoding: BufferEncoding | null): unknown {
  return typeof chunk === 'string' ? Buffer.from(chunk, encoding ?? 'utf8') : chunk;
}
