import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';

/** So much is made of a body at most. */
const limits = { maxOutputLength: 268_435_456 };

/** The bytes of a body before they were compressed, so that what it says can be compared and redacted; any other body as it is. */
export function decompressed(body: unknown, contentEncoding: string | null): unknown {
  const decompress = contentEncoding === null ? undefined : encodings.get(contentEncoding.trim().toLowerCase());
  if (decompress === undefined || !isBytes(body)) return body;
  try {
    return decompress(body, limits);
  } catch {
    // It is not what the header says.
    return body;
  }
}

function isBytes(body: unknown): body is ArrayBuffer | Uint8Array {
  return body instanceof ArrayBuffer || body instanceof Uint8Array;
}

const encodings: ReadonlyMap<string, typeof gunzipSync> = new Map([
  ['gzip', gunzipSync],
  ['x-gzip', gunzipSync],
  ['deflate', inflateSync],
  ['br', brotliDecompressSync],
]);
