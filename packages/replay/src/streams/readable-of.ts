import { Readable } from 'node:stream';
import { StepforkError } from '@stepfork/trace';
import type { RecordedStream } from './recorded-stream.ts';

/** As a Readable of Node, which asks for a chunk when somebody reads. */
export function readableOf(recorded: RecordedStream, kind: 'node' | 'node-text' | 'node-objects'): Readable {
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
  // An error that nobody listens for brings the process down, as it did when it was recorded; a refusal of ours does not.
  stream.on('error', (error) => {
    if (stream.listenerCount('error') === 1 && !StepforkError.isInstance(error)) throw error;
  });
  return stream;
}

async function give(recorded: RecordedStream, stream: Readable): Promise<void> {
  try {
    const { done, value } = await recorded.next();
    if (stream.destroyed) return;
    stream.push(done ? null : value);
    if (recorded.breaksNext) await give(recorded, stream);
  } catch (error) {
    stream.destroy(error as Error);
  }
}
