import { createHash, type Hash } from 'node:crypto';
import * as zlib from 'node:zlib';
import { type Crc32, crc32 } from '../crc32.ts';
import type { Hasher, Platform } from '../platform.ts';

const BLOCK = 65_536;

// Node has it from 20.15 on.
const native = (zlib as { readonly crc32?: (bytes: Uint8Array, seed?: number) => number }).crc32;
/** For less, the call into zlib costs more than it saves. */
const WORTH_A_CALL = 64;

const nodeCrc32: Crc32 =
  native === undefined ? crc32 : (bytes, seed = 0) => (bytes.length < WORTH_A_CALL ? crc32(bytes, seed) : native(bytes, seed));

export const nodePlatform: Platform = { crc32: nodeCrc32, hasher: () => new NodeHasher() };

/** Collects small pieces: handing over each one costs more than hashing it. */
class NodeHasher implements Hasher {
  readonly #hash: Hash = createHash('sha256');
  readonly #block = new Uint8Array(BLOCK);
  #filled = 0;

  update(bytes: Uint8Array): void {
    if (this.#filled + bytes.length > BLOCK) this.#flush();
    if (bytes.length > BLOCK) {
      this.#hash.update(bytes);
      return;
    }
    this.#block.set(bytes, this.#filled);
    this.#filled += bytes.length;
  }

  async digest(): Promise<string> {
    this.#flush();
    return this.#hash.digest('hex');
  }

  #flush(): void {
    this.#hash.update(this.#block.subarray(0, this.#filled));
    this.#filled = 0;
  }
}
