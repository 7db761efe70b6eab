import { joinBytes } from '../bytes/join-bytes.ts';
import type { Codec, Encoder } from '../codecs/codec.ts';
import type { Hasher, Platform } from '../platform/platform.ts';
import type { WireEvent } from '../shapes/wire-event.ts';

/** Events of the wire as the bytes of a file, with their seals. */
export class TraceEncoder {
  readonly #codec: Codec;
  readonly #encoder: Encoder;
  readonly #platform: Platform;
  #hasher: Hasher;
  #preamble: Uint8Array | null;

  constructor(codec: Codec, platform: Platform) {
    this.#codec = codec;
    this.#encoder = codec.encoder(platform.crc32);
    this.#preamble = codec.preamble;
    this.#platform = platform;
    this.#hasher = platform.hasher();
  }

  push(event: WireEvent): void {
    this.#hasher.update(this.#encoder.push(typeFirst(event)));
  }

  /** Ends a segment. The next event is the first one of a fork. */
  async seal(): Promise<void> {
    const sha256 = await this.#hasher.digest();
    this.#hasher = this.#platform.hasher();
    this.#encoder.push({ type: 'seal', sha256 });
  }

  /** What was pushed since the last call, as it stands in the file; valid until the next call. */
  take(): Uint8Array {
    const bytes = this.#encoder.take();
    if (this.#preamble === null) return bytes;
    const all = joinBytes(this.#preamble, bytes);
    this.#preamble = null;
    return all;
  }

  /** A whole file in the form in which it is kept, if nothing was taken before. */
  async compact(): Promise<Uint8Array> {
    const bytes = this.take();
    return this.#codec.compact === undefined ? bytes : this.#codec.compact(bytes, this.#platform);
  }
}

/** Where a run begins is found by the first bytes of its event; a writer of somebody else may have put its members in another order. */
function typeFirst(event: WireEvent): WireEvent {
  return event.type === 'run-start' ? { type: event.type, version: event.version, run: event.run } : event;
}
