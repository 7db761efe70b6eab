import { ByteBuffer } from '../bytes/byte-buffer.ts';
import { crc32 } from '../bytes/crc32.ts';
import { inflate } from '../bytes/inflate.ts';
import type { Hasher, Platform } from './platform.ts';

/** What every JavaScript platform has. Web Crypto hashes only what is there as a whole, so the bytes of a segment are kept until its end. */
export const webPlatform: Platform = { crc32, hasher: () => new WebHasher(), inflate };

class WebHasher implements Hasher {
  readonly #bytes = new ByteBuffer();

  update(bytes: Uint8Array): void {
    this.#bytes.append(bytes);
  }

  async digest(): Promise<string> {
    const digest = await crypto.subtle.digest('SHA-256', this.#bytes.bytes());
    this.#bytes.clear();
    return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
  }
}
