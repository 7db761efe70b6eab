import type { PartObserver } from '@stepfork/interceptor';
import type { BodySource } from './body-source.ts';
import { plainError } from './plain-error.ts';

export interface Observation {
  readonly observer: PartObserver;
  readonly signal: AbortSignal | null;
  /** So many bytes are read although nobody has asked for them. */
  readonly readAhead: number;
  /** A body that the agent throws away is read to its end. */
  readonly readsOn: boolean;
}

/** So much of a body that nobody wants. */
const mostReadOn = 262_144;

/** A body as the agent reads it; the observer learns how it ends. */
export function observedBody(source: BodySource, { observer, signal, readAhead, readsOn }: Observation): ReadableStream<Uint8Array> {
  let hasLeft = false;
  return new ReadableStream(
    {
      type: 'bytes',
      async pull(controller) {
        const bytes = await read();
        if (hasLeft) return;
        if (bytes === null) {
          controller.close();
          controller.byobRequest?.respond(0);
        } else if (bytes.byteLength > 0) controller.enqueue(ownBytes(bytes));
        // A byte stream refuses an empty chunk.
        else await this.pull?.(controller);
      },
      cancel(reason) {
        hasLeft = true;
        if (readsOn) return void readOn(reason);
        return leave(reason);
      },
    },
    { highWaterMark: readAhead },
  );

  async function read(): Promise<Uint8Array | null> {
    try {
      const bytes = await source.read();
      if (bytes === null) observer.end('done');
      return bytes;
    } catch (error) {
      if (signal?.aborted === true) observer.end('cancelled');
      else observer.fail(plainError(error));
      throw error;
    }
  }

  function leave(reason: unknown): Promise<void> {
    const left = source.leave(reason);
    observer.end('cancelled');
    return left;
  }

  async function readOn(reason: unknown): Promise<void> {
    try {
      for (let bytes = 0; bytes < mostReadOn; ) {
        const piece = await read();
        if (piece === null) return;
        bytes += piece.byteLength;
      }
    } catch {
      // The agent has left, so it does not hear of it; the observer does.
      return;
    }
    await leave(reason);
  }
}

/** A stream takes memory away from whoever hands it in, and a small `Buffer` shares its memory with others. */
function ownBytes(bytes: Uint8Array): Uint8Array {
  return bytes.byteLength === bytes.buffer.byteLength ? bytes : Uint8Array.from(bytes);
}
