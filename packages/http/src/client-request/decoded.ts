import { pipeline, type Readable, type Transform } from 'node:stream';
import zlib from 'node:zlib';

/** The body without its content encodings; as it is where one of them is not known. */
export function decoded(body: Readable, encodings: string | null): Readable {
  if (!isDecoded(encodings)) return body;
  const makers = namesOf(encodings).map((one) => decoders[one]);
  return makers.reduceRight<Readable>((before, make) => {
    const decoder = make?.();
    // What goes wrong is an error of what comes out.
    return decoder === undefined ? before : pipeline(before, decoder, () => {});
  }, body);
}

/** There are some, and all are known. */
export function isDecoded(encodings: string | null): boolean {
  const names = namesOf(encodings);
  return names.length > 0 && names.every((one) => decoders[one] !== undefined);
}

function namesOf(encodings: string | null): readonly string[] {
  const names = (encodings ?? '').split(',').map((one) => one.trim().toLowerCase());
  return names.filter((one) => one !== '' && one !== 'identity');
}

// Each piece is decompressed when it comes, and a body that ends too early is what it is.
const zip = { flush: zlib.constants.Z_SYNC_FLUSH, finishFlush: zlib.constants.Z_SYNC_FLUSH };
const flush = { flush: zlib.constants.BROTLI_OPERATION_FLUSH, finishFlush: zlib.constants.BROTLI_OPERATION_FLUSH };
const unzip = (): Transform => zlib.createUnzip(zip);
// Newer than the oldest Node that we run on.
const { createZstdDecompress } = zlib as { readonly createZstdDecompress?: () => Transform };

const decoders: Readonly<Record<string, (() => Transform) | undefined>> = {
  gzip: unzip,
  'x-gzip': unzip,
  deflate: unzip,
  br: () => zlib.createBrotliDecompress(flush),
  zstd: createZstdDecompress,
};
