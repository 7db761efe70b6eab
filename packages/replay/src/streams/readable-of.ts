import { Readable } from 'node:stream';
import type { RecordedStream } from './recorded-stream.ts';
import { throwUnheard } from './throw-unheard.ts';

/** What a Readable emits, and what Node itself listens for on any stream. */
const events: ReadonlySet<string | symbol> = new Set([
  ...['data', 'end', 'error', 'close', 'readable', 'pause', 'resume', 'newListener', 'removeListener'],
  ...['finish', 'drain', 'pipe', 'unpipe', 'prefinish', 'complete', 'abort', 'aborted', 'request'],
]);

/**
 * As a Readable of Node, which asks for a chunk when somebody reads.
 *
 * @param refuse is called where somebody listens for an event that was not recorded, as `open` of a file.
 */
export function readableOf(
  recorded: RecordedStream,
  kind: 'node' | 'node-text' | 'node-objects',
  refuse: (member: string) => Error,
): Readable {
  const stream: Readable = new Readable({
    objectMode: kind === 'node-objects',
    // Reading ahead would ask for more than the agent does.
    highWaterMark: 0,
    ...(kind === 'node-text' && { encoding: 'utf8' as const }),
    read: () => void give(recorded, stream),
    destroy(error, done) {
      recorded.leave();
      done(error);
    },
  });
  throwUnheard(stream);
  stream.on('newListener', (event: string | symbol) => {
    if (typeof event === 'string' && !events.has(event)) throw refuse(`on('${event}')`);
  });
  return stream;
}

async function give(recorded: RecordedStream, stream: Readable): Promise<void> {
  try {
    const { done, value } = await recorded.next();
    if (stream.destroyed) return;
    stream.push(done ? null : value);
    if (recorded.breaksNext()) await give(recorded, stream);
  } catch (error) {
    stream.destroy(error as Error);
  }
}
