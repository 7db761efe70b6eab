import type { BodySource } from './body-source.ts';
import { breakOff } from './break-off.ts';

export interface Reading {
  /** So many bytes are read although nobody has asked for them. */
  readonly readAhead: number;
  /** A body that the agent throws away is read to its end. */
  readonly readsOn: boolean;
  /** By which the agent may break it off: what is read ahead is not given to it then. */
  readonly signal: AbortSignal | null;
}

/** So much of a body that nobody wants. */
const mostReadOn = 262_144;

/** A body as the agent reads it. */
export function observedBody(source: BodySource, { readAhead, readsOn, signal }: Reading): ReadableStream<Uint8Array> {
  let hasLeft = false;
  return new ReadableStream(
    {
      type: 'bytes',
      start(controller) {
        breakOff(signal, controller, (reason) => {
          hasLeft = true;
          // Whoever reads has been told why; that the connection is gone is no news.
          source.leave(reason).catch(() => {});
        });
      },
      async pull(controller) {
        const bytes = await source.read();
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
        return source.leave(reason);
      },
    },
    { highWaterMark: readAhead },
  );

  async function readOn(reason: unknown): Promise<void> {
    try {
      for (let bytes = 0; bytes < mostReadOn; ) {
        const piece = await source.read();
        if (piece === null) return;
        bytes += piece.byteLength;
      }
    } catch {
      // The agent has left, so it does not hear of it; the observer does.
      return;
    }
    await source.leave(reason);
  }
}

/** A stream takes memory away from whoever hands it in, and a small `Buffer` shares its memory with others. */
function ownBytes(bytes: Uint8Array): Uint8Array {
  return bytes.byteLength === bytes.buffer.byteLength ? bytes : Uint8Array.from(bytes);
}
