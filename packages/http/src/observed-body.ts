import type { PartObserver } from '@stepfork/interceptor';
import { plainError } from './plain-error.ts';
import type { ToldParts } from './tell-parts.ts';

export interface Observation {
  readonly parts: ToldParts;
  readonly observer: PartObserver;
  readonly signal: AbortSignal | null;
  /** So many bytes are read although nobody has asked for them. */
  readonly readAhead: number;
  /** A body that the agent throws away is read to its end. */
  readonly readsOn: boolean;
}

/** So much of a body that nobody wants. */
const mostReadOn = 262_144;

/** The same body, observed as it passes. */
export function observedBody(body: ReadableStream<Uint8Array>, observation: Observation): ReadableStream<Uint8Array> {
  const { parts, observer, signal, readAhead, readsOn } = observation;
  const reader = body.getReader();
  let hasLeft = false;
  return new ReadableStream(
    {
      type: 'bytes',
      async pull(controller) {
        const { done, value } = await read();
        if (hasLeft) return;
        if (done) {
          controller.close();
          controller.byobRequest?.respond(0);
        } else if (value.byteLength > 0) controller.enqueue(value);
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

  async function read(): Promise<Awaited<ReturnType<typeof reader.read>>> {
    try {
      const result = await observer.within(() => reader.read());
      if (result.done) {
        parts.end();
        observer.end('done');
      } else parts.push(result.value);
      return result;
    } catch (error) {
      parts.end();
      if (signal?.aborted === true) observer.end('cancelled');
      else observer.fail(plainError(error));
      throw error;
    }
  }

  function leave(reason: unknown): Promise<void> {
    parts.end();
    observer.end('cancelled');
    return reader.cancel(reason);
  }

  async function readOn(reason: unknown): Promise<void> {
    try {
      for (let bytes = 0; bytes < mostReadOn; ) {
        const { done, value } = await read();
        if (done) return;
        bytes += value.byteLength;
      }
    } catch {
      // The agent has left, so it does not hear of it; the observer does.
      return;
    }
    await leave(reason);
  }
}
