import type { Json } from '@stepfork/trace';
import type { BodySource } from '../body/body-source.ts';
import { breakOff } from '../body/break-off.ts';
import { partBytes } from '../body/part-bytes.ts';
import { jsonText } from '../json/json-text.ts';

/** A body that comes whole or not at all. */
export interface WholeBody {
  /** What `fetch` gives: it has all of it at once. */
  readonly stream: ReadableStream<Uint8Array>;
  /** All of it, without a stream having to carry it, which is then as if it had been read. `null`: somebody has the stream, or it was broken off. */
  text(): Promise<string> | null;
}

/** Reads a recorded body, whether anybody asks for it or not. */
export function wholeBody(source: BodySource<Json>, signal: AbortSignal | null): WholeBody {
  const parts = allOf(source);
  // Nobody may want it; the observer has heard of it.
  parts.catch(() => {});
  let isTaken = false;
  const stream: ReadableStream<Uint8Array> = new ReadableStream(
    {
      type: 'bytes',
      start: (controller) => breakOff(signal, controller),
      async pull(controller) {
        isTaken = true;
        const bytes = bytesOf(await parts);
        if (bytes.byteLength > 0) controller.enqueue(bytes);
        controller.close();
        controller.byobRequest?.respond(0);
      },
      cancel() {
        isTaken = true;
      },
    },
    { highWaterMark: 0 },
  );
  return {
    stream,
    text() {
      if (isTaken || stream.locked || signal?.aborted === true) return null;
      void stream.getReader().cancel();
      return parts.then(textOf);
    },
  };
}

async function allOf<Piece>(source: BodySource<Piece>): Promise<readonly Piece[]> {
  const pieces: Piece[] = [];
  for (let piece = await source.read(); piece !== null; piece = await source.read()) pieces.push(piece);
  return pieces;
}

function textOf(parts: readonly Json[]): string {
  const [first = null, ...others] = parts;
  const isJson = others.length === 0 && typeof first === 'object' && first !== null && 'json' in first;
  return isJson ? jsonText(first.json as Json) : new TextDecoder().decode(bytesOf(parts));
}

/** In memory of its own, which a stream takes away. */
function bytesOf(parts: readonly Json[]): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(Buffer.concat(parts.map(partBytes)));
}
