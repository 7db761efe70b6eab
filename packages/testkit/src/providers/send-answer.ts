import type { ServerResponse } from 'node:http';
import type { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';

/** An answer of the provider, and how it is to be sent. */
export interface ProviderAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly chunks: readonly string[];
  readonly encoding?: 'gzip' | 'br';
  /** Cut inside of characters and lines. */
  readonly split?: boolean;
  readonly delayMs?: number;
  /** The connection is cut after so many chunks. */
  readonly cutAfter?: number;
}

export async function sendAnswer(response: ServerResponse, answer: ProviderAnswer): Promise<void> {
  const { status, headers, encoding, delayMs = 0, cutAfter } = answer;
  response.writeHead(status, encoding === undefined ? headers : { ...headers, 'content-encoding': encoding });
  const out = encoding === undefined ? response : compressed(encoding, response);
  const pieces = answer.split ? uglyPieces(Buffer.from(answer.chunks.join(''))) : answer.chunks;
  for (const [at, piece] of pieces.entries()) {
    if (at === cutAfter) {
      // What was written must have left before the connection is cut, or the client sees nothing of it.
      await sleep(5);
      response.destroy();
    }
    if (response.destroyed) return;
    out.write(piece);
    if (delayMs > 0 || answer.split) await sleep(answer.split ? 1 : delayMs);
  }
  out.end();
}

function compressed(encoding: 'gzip' | 'br', response: ServerResponse): Writable {
  const stream =
    encoding === 'gzip' ? createGzip({ flush: constants.Z_SYNC_FLUSH }) : createBrotliCompress({ flush: constants.BROTLI_OPERATION_FLUSH });
  stream.pipe(response);
  return stream;
}

function uglyPieces(all: Buffer): readonly Buffer[] {
  const sizes = [7, 13, 1, 31, 3, 64];
  const pieces: Buffer[] = [];
  for (let from = 0; from < all.length; from += pieces.at(-1)?.length ?? 1) {
    pieces.push(all.subarray(from, from + (sizes[pieces.length % sizes.length] ?? 1)));
  }
  return pieces;
}
