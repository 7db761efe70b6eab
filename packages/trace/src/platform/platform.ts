import type { Crc32 } from '../bytes/crc32.ts';

/** A SHA-256 over bytes that come in pieces. */
export interface Hasher {
  /** The bytes are valid during the call only. */
  update(bytes: Uint8Array): void;
  /** In lower-case hexadecimal digits. Called once. */
  digest(): Promise<string>;
}

/** What Node does faster than a browser can. */
export interface Platform {
  readonly crc32: Crc32;
  readonly hasher: () => Hasher;
  /** By DEFLATE, without a header; missing where nothing can do it at once: files stay as they are then. */
  readonly deflate?: (bytes: Uint8Array) => Uint8Array;
  /** What was deflated, if it is exactly so many bytes and takes all of `deflated`, else `null`. Allocates no more than that. */
  readonly inflate: (deflated: Uint8Array, length: number) => Uint8Array | null;
}
