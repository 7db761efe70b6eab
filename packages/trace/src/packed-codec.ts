import { Packr } from 'msgpackr/pack';
import { ByteBuffer } from './byte-buffer.ts';
import type { Codec, Encoder, Fault, Frame, Scanner } from './codec.ts';
import { CrcSeed } from './crc-seed.ts';
import type { Crc32 } from './crc32.ts';
import { guardFrame } from './guard-frame.ts';
import { joinBytes } from './join-bytes.ts';
import type { WireEvent } from './wire-event.ts';

/** As in PNG: a byte that is no text, the name, line ends and ^Z that show when a tool took the file for text. Then the version of the framing. */
const preamble: Uint8Array = Uint8Array.of(0x89, 0x53, 0x46, 0x54, 0x0d, 0x0a, 0x1a, 1);
/** Length of the payload and its checksum, both as big-endian numbers. */
const HEADER = 8;
/** How each seal begins: a map of two, `type`, `seal`, `sha256`, a text of 64. */
const sealStart: Uint8Array = Uint8Array.from('\x82\xa4type\xa4seal\xa6sha256\xd9\x40', (char) => char.charCodeAt(0));
const SEAL_LENGTH: number = sealStart.length + 64;

/** `.sftrace`: frames of MessagePack. Portable: no records, no extension types. */
export const packedCodec: Codec = {
  encoding: 'packed',
  preamble,
  encoder: (crc32) => new PackedEncoder(crc32),
  scanner: (crc32) => new PackedScanner(crc32),
  uncheckedScanner: () => new PackedScanner(null),
  hasSeal,
};

// By default msgpackr writes private extensions, maps of at most 65,535 keys, and calls `toJSON` of an object that has a key `constructor`.
function makePackr(): Packr {
  return new Packr({ useRecords: false, variableMapSize: true, useToJSON: false, int64AsType: 'number' });
}

class PackedEncoder implements Encoder {
  readonly #crc32: Crc32;
  readonly #packr = makePackr();
  readonly #buffer = new ByteBuffer();
  readonly #seed = new CrcSeed();

  constructor(crc32: Crc32) {
    this.#crc32 = crc32;
  }

  push(event: WireEvent): Uint8Array {
    const payload = this.#packr.pack(event);
    const crc = this.#seed.next(this.#crc32, payload, event.type);
    const at = this.#buffer.length;
    const target = this.#buffer.reserve(HEADER + payload.length);
    writeUint32(target, at, payload.length);
    writeUint32(target, at + 4, crc);
    target.set(payload, at + HEADER);
    this.#buffer.advance(HEADER + payload.length);
    return this.#buffer.bytes(at);
  }

  take(): Uint8Array {
    const bytes = this.#buffer.bytes();
    this.#buffer.clear();
    return bytes;
  }
}

class PackedScanner implements Scanner {
  readonly #crc32: Crc32 | null;
  readonly #packr = makePackr();
  readonly #seed = new CrcSeed();
  #rest: Uint8Array = new Uint8Array(0);
  #offset = preamble.length;

  constructor(crc32: Crc32 | null) {
    this.#crc32 = crc32;
  }

  *scan(chunk: Uint8Array, last: boolean): Iterable<Frame | Fault> {
    const bytes = joinBytes(this.#rest, chunk);
    const from = this.#offset;
    let at = 0;
    while (at < bytes.length) {
      const end = endOf(bytes, at);
      if (end > bytes.length) {
        if (!last) break;
        yield fault('cut', bytes.subarray(at), from + at, missing(end - bytes.length));
        return;
      }
      yield this.#frame(bytes.subarray(at, end), from + at);
      at = end;
    }
    this.#offset = from + at;
    this.#rest = bytes.slice(at);
  }

  #frame(bytes: Uint8Array, offset: number): Frame | Fault {
    const payload = bytes.subarray(HEADER);
    const fit = this.#crc32 === null ? null : this.#seed.fit(this.#crc32, payload, readUint32(bytes, 4));
    if (this.#crc32 !== null && fit === null) return fault('damage', bytes, offset, 'the checksum does not fit');
    const problem = guardFrame(payload);
    if (problem !== null) return fault('violation', bytes, offset, problem);
    const event: unknown = this.#packr.unpack(payload);
    if (fit !== null && !this.#seed.accept(event, fit)) return fault('damage', bytes, offset, 'the checksum is not that of this fork');
    return { kind: 'frame', place: { offset }, offset, bytes, event };
  }
}

function fault(kind: Fault['kind'], bytes: Uint8Array, offset: number, problem: string): Fault {
  return { kind, place: { offset }, bytes, offset, problem };
}

function hasSeal(bytes: Uint8Array, crc32: Crc32): boolean {
  for (let at = HEADER; at + SEAL_LENGTH <= bytes.length; at++) {
    at = bytes.indexOf(sealStart[0] as number, at);
    if (at < 0) return false;
    if (!sealStart.every((byte, i) => bytes[at + i] === byte)) continue;
    if (readUint32(bytes, at - HEADER) !== SEAL_LENGTH || at + SEAL_LENGTH > bytes.length) continue;
    if (readUint32(bytes, at - 4) === crc32(bytes.subarray(at, at + SEAL_LENGTH))) return true;
  }
  return false;
}

function endOf(bytes: Uint8Array, at: number): number {
  return at + HEADER > bytes.length ? Number.POSITIVE_INFINITY : at + HEADER + readUint32(bytes, at);
}

function missing(count: number): string {
  return count === Number.POSITIVE_INFINITY
    ? 'the file ends inside the header of an event'
    : `the file ends inside an event: ${count} more bytes were announced`;
}

function readUint32(bytes: Uint8Array, at: number): number {
  return (
    (((bytes[at] as number) << 24) | ((bytes[at + 1] as number) << 16) | ((bytes[at + 2] as number) << 8) | (bytes[at + 3] as number)) >>> 0
  );
}

function writeUint32(bytes: Uint8Array, at: number, value: number): void {
  bytes[at] = value >>> 24;
  bytes[at + 1] = value >>> 16;
  bytes[at + 2] = value >>> 8;
  bytes[at + 3] = value;
}
