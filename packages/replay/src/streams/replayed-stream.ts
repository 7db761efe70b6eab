import { Readable } from 'node:stream';
import type { StreamKind } from '@stepfork/trace';
import { anyStream } from './any-stream.ts';
import { chunksOf } from './chunks-of.ts';
import { guarded } from './guarded.ts';
import { iterableOf } from './iterable-of.ts';
import { iteratorOf } from './iterator-of.ts';
import { readableOf } from './readable-of.ts';
import type { RecordedStream } from './recorded-stream.ts';
import { webStreamOf } from './web-stream-of.ts';

/**
 * A recorded stream as what the agent got: a real ReadableStream, a real Readable of Node, an async generator, an object that can be iterated.
 * Nothing else of the original object was recorded: `refuse` is called where the agent asks for another member of it.
 *
 * @param kind `undefined`: the trace does not say it, and the agent gets what can be read in any way.
 */
export function replayedStream(stream: RecordedStream, kind: StreamKind | undefined, refuse: (member: string) => Error): object {
  switch (kind) {
    case undefined:
    // Made for a boundary that knows how to make an answer of them; another one gets them as they are.
    case 'parts':
      return anyStream(chunksOf(stream), refuse);
    case 'generator':
      return chunksOf(stream);
    case 'iterator':
      return guarded(iteratorOf(stream), refuse);
    case 'iterable':
      return guarded(iterableOf(stream, refuse), refuse);
    case 'web':
    case 'web-bytes':
      return guarded(webStreamOf(stream, kind), refuse, [Readable.prototype]);
    case 'node':
    case 'node-text':
    case 'node-objects':
      return guarded(readableOf(stream, kind, refuse), refuse, [ReadableStream.prototype]);
  }
}
