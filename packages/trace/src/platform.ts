import type { Crc32 } from './crc32.ts';

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
}
