import type { Readable } from 'node:stream';
import type { StreamKind } from '@stepfork/trace';
import { observeAsyncIterable } from './streams/async-iterable.ts';
import { observeNodeReadable } from './streams/node-readable.ts';
import { observeReadableStream } from './streams/readable-stream.ts';
import { streamKindOf } from './streams/stream-kind.ts';
import type { StreamObserver } from './streams/stream-observer.ts';

/** What the agent gets, and what it may take it for. */
export interface ObservedStream {
  /** The stream itself; a proxy of it if it is frozen. */
  readonly value: object;
  readonly kind: Exclude<StreamKind, 'parts'>;
}

/**
 * Watches `value` if it is a stream: an async iterable, a ReadableStream or a Readable of Node. Its methods are replaced *on the object
 * itself*, so identity, class and further members stay, and what they return is untouched: the reader notices nothing, not even in the
 * order of microtasks. Iterables that are not async are plain values.
 *
 * @returns `null` if it is no stream, or one that cannot be watched.
 */
export function observeStream(value: unknown, observer: () => StreamObserver): ObservedStream | null {
  try {
    if (typeof value !== 'object' || value === null) return null;
    const kind = streamKindOf(value);
    const shown = kind && observe(value, kind, observer());
    return shown && kind && { value: shown, kind };
  } catch {
    // A proxy or getter of the agent's own that objects to being looked at: it is recorded as a plain value.
    return null;
  }
}

function observe(value: object, kind: ObservedStream['kind'], observer: StreamObserver): object | null {
  switch (kind) {
    case 'generator':
    case 'iterator':
    case 'iterable':
      return observeAsyncIterable(value as AsyncIterable<unknown>, observer);
    case 'web':
    case 'web-bytes':
      return observeReadableStream(value as ReadableStream, observer);
    case 'node':
    case 'node-text':
    case 'node-objects':
      return observeNodeReadable(value as Readable, observer);
  }
}
