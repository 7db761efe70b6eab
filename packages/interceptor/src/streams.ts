import type { Readable } from 'node:stream';
import { observeAsyncIterable } from './streams/async-iterable.ts';
import { observeNodeReadable } from './streams/node-readable.ts';
import { observeReadableStream } from './streams/readable-stream.ts';
import type { StreamObserver } from './streams/stream-observer.ts';

/**
 * Watches `value` if it is a stream: an async iterable, a ReadableStream or a Readable of Node. Its methods are replaced *on the object
 * itself*, so identity, class and further members stay, and what they return is untouched: the reader notices nothing, not even in the
 * order of microtasks. Iterables that are not async are plain values.
 *
 * @returns what the agent gets: `value` itself, a proxy if it is frozen; `null` if it is no stream, or one that cannot be watched.
 */
export function observeStream(value: unknown, observer: StreamObserver): unknown {
  try {
    if (typeof value !== 'object' || value === null) return null;
    if (!has(value, Symbol.asyncIterator) && !has(value, 'getReader')) return null;
    // What is an iterator itself is read as one, whatever else it offers.
    if (has(value, 'next')) return observeAsyncIterable(value as AsyncIterable<unknown>, observer);
    if (has(value, 'getReader')) return observeReadableStream(value as ReadableStream, observer);
    if (has(value, 'emit') && 'readableFlowing' in value) return observeNodeReadable(value as Readable, observer);
    return observeAsyncIterable(value as AsyncIterable<unknown>, observer);
  } catch {
    // A proxy or getter of the agent's own that objects to being looked at: it is recorded as a plain value.
    return null;
  }
}

function has(value: object, method: PropertyKey): boolean {
  return typeof Reflect.get(value, method) === 'function';
}
