import { ByteBuffer } from '../bytes/byte-buffer.ts';
import { BLOCK_SIZE } from '../limits.ts';
import type { Hasher, Platform } from '../platform/platform.ts';
import { deflateBlock } from './block.ts';
import { CrcSeed } from './crc-seed.ts';
import { FRAME_HEADER, putFrame, readUint32 } from './packed-frame.ts';

/** Where the files differ that {@link compactPacked} takes and gives. */
interface Form {
  /** Of the file that is given. */
  readonly preamble: Uint8Array;
  /** Of the payload of a frame. */
  readonly typeOf: (payload: Uint8Array) => 'run-start' | 'seal' | null;
  readonly sealOf: (sha256: string) => Uint8Array;
}

/**
 * The same file with the events between each `run-start` and its seal in deflated blocks. What would not become shorter stays as it is.
 *
 * @param bytes a whole file, sealed, each event in a frame of its own
 * @throws RangeError if a checksum does not fit: these are not the bytes that were written
 */
export async function compactPacked(bytes: Uint8Array, form: Form, platform: Platform): Promise<Uint8Array> {
  const compactor = new Compactor(form.preamble, platform);
  for (let at = form.preamble.length; at < bytes.length; ) {
    const end = at + FRAME_HEADER + readUint32(bytes, at);
    const frame = bytes.subarray(at, end);
    const payload = frame.subarray(FRAME_HEADER);
    const type = form.typeOf(payload);
    if (end > bytes.length) throw notWritten();
    compactor.check(payload, readUint32(frame, 4));
    if (type === null) compactor.add(frame);
    else if (type === 'run-start') compactor.start(payload);
    else compactor.seal(form.sealOf(await compactor.digest()));
    at = end;
  }
  return compactor.bytes();
}

class Compactor {
  readonly #platform: Platform;
  readonly #target = new ByteBuffer();
  readonly #seed = new CrcSeed();
  /** The events of the next block: with the headers of their frames, and without. */
  readonly #frames = new ByteBuffer();
  readonly #events = new ByteBuffer();
  #hasher: Hasher;

  constructor(preamble: Uint8Array, platform: Platform) {
    this.#platform = platform;
    this.#hasher = platform.hasher();
    this.#target.append(preamble);
  }

  check(payload: Uint8Array, crc: number): void {
    if (this.#seed.fit(this.#platform.crc32, payload, crc) === null) throw notWritten();
  }

  start(payload: Uint8Array): void {
    this.#put(payload, 'run-start');
  }

  add(frame: Uint8Array): void {
    const length = frame.length - FRAME_HEADER;
    if (this.#events.length > 0 && this.#events.length + length > BLOCK_SIZE) this.#flush();
    this.#frames.append(frame);
    this.#events.append(frame.subarray(FRAME_HEADER));
  }

  /** Of the segment, up to here. */
  async digest(): Promise<string> {
    this.#flush();
    const sha256 = await this.#hasher.digest();
    this.#hasher = this.#platform.hasher();
    return sha256;
  }

  seal(payload: Uint8Array): void {
    putFrame(this.#target, payload, this.#seed.next(this.#platform.crc32, payload, 'seal'));
  }

  bytes(): Uint8Array {
    return this.#target.bytes();
  }

  #flush(): void {
    if (this.#events.length === 0) return;
    const block = deflateBlock(this.#events.bytes(), this.#platform);
    if (block !== null) this.#put(block, null);
    else {
      this.#target.append(this.#frames.bytes());
      this.#hasher.update(this.#frames.bytes());
    }
    this.#frames.clear();
    this.#events.clear();
  }

  #put(payload: Uint8Array, type: 'run-start' | null): void {
    const from = this.#target.length;
    putFrame(this.#target, payload, this.#seed.next(this.#platform.crc32, payload, type));
    this.#hasher.update(this.#target.bytes(from));
  }
}

function notWritten(): RangeError {
  return new RangeError('these are not the bytes that were written');
}
