import { ByteBuffer } from '../bytes/byte-buffer.ts';
import type { Crc32 } from '../bytes/crc32.ts';
import { joinBytes } from '../bytes/join-bytes.ts';
import type { WireEvent } from '../shapes/wire-event.ts';
import type { Codec, Encoder, Fault, Frame, Scanner } from './codec.ts';
import { CrcSeed } from './crc-seed.ts';

const LF = 10;
const CR = 13;
/** The last member of a line: `,"crc":"0f1e2d3c"}`. */
const CRC_LENGTH = 18;
const crcMember = new TextEncoder().encode(',"crc":"');
const sealStart = new TextEncoder().encode('{"type":"seal"');
const byteOrderMark = Uint8Array.of(0xef, 0xbb, 0xbf);

/** `.sftrace.jsonl`: one event a line, for people, for git and for other languages. */
export const textCodec: Codec = {
  encoding: 'text',
  preamble: new Uint8Array(0),
  encoder: (crc32) => new TextEncoding(crc32),
  scanner: ({ crc32 }) => new TextScanner(crc32),
  uncheckedScanner: () => new TextScanner(null),
  hasSeal,
};

class TextEncoding implements Encoder {
  readonly #crc32: Crc32;
  readonly #buffer = new ByteBuffer();
  readonly #encoder = new TextEncoder();
  readonly #seed = new CrcSeed();

  constructor(crc32: Crc32) {
    this.#crc32 = crc32;
  }

  push(event: WireEvent): Uint8Array {
    const from = this.#buffer.length;
    this.#write(JSON.stringify(event).slice(0, -1));
    const crc = this.#seed.next(this.#crc32, this.#buffer.bytes(from), event.type);
    this.#write(`,"crc":"${hex(crc)}"}\n`);
    const line = this.#buffer.bytes(from);
    return line.subarray(0, line.length - 1);
  }

  take(): Uint8Array {
    const bytes = this.#buffer.bytes();
    this.#buffer.clear();
    return bytes;
  }

  #write(text: string): void {
    const at = this.#buffer.length;
    // UTF-8 takes at most three bytes for each unit of UTF-16.
    const target = this.#buffer.reserve(3 * text.length).subarray(at);
    this.#buffer.advance(this.#encoder.encodeInto(text, target).written);
  }
}

class TextScanner implements Scanner {
  readonly #crc32: Crc32 | null;
  readonly #decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  readonly #seed = new CrcSeed();
  #rest: Uint8Array = new Uint8Array(0);
  #line = 0;
  #offset = 0;

  constructor(crc32: Crc32 | null) {
    this.#crc32 = crc32;
  }

  *scan(chunk: Uint8Array, last: boolean): Iterable<Frame | Fault> {
    const bytes = joinBytes(this.#rest, chunk);
    let at = this.#line === 0 && startsWith(bytes, byteOrderMark) ? byteOrderMark.length : 0;
    while (at < bytes.length) {
      const lineEnd = bytes.indexOf(LF, at);
      if (lineEnd < 0 && !last) break;
      const end = lineEnd < 0 ? bytes.length : lineEnd;
      this.#line++;
      const line = bytes.subarray(at, end > at && bytes[end - 1] === CR ? end - 1 : end);
      at = end + 1;
      // An empty line carries nothing: editors and merges leave some.
      if (line.length > 0) yield this.#frame(line, this.#offset + line.byteOffset - bytes.byteOffset, lineEnd < 0);
    }
    this.#offset += at;
    this.#rest = bytes.slice(at);
  }

  #frame(bytes: Uint8Array, offset: number, unended: boolean): Frame | Fault {
    const place = { line: this.#line };
    const fault = (kind: Fault['kind'], problem: string): Fault => ({ kind, place, bytes, offset, problem });
    const crcAt = bytes.length - CRC_LENGTH;
    const crc = crcOf(bytes, crcAt);
    if (this.#crc32 !== null && crc === null)
      return unended ? fault('cut', 'the file ends inside an event') : fault('damage', 'a line without a checksum');
    const content = crc === null ? bytes : bytes.subarray(0, crcAt);
    const fit = this.#crc32 === null || crc === null ? null : this.#seed.fit(this.#crc32, content, crc);
    if (this.#crc32 !== null && fit === null) return fault('damage', 'the checksum does not fit');
    let event: unknown;
    try {
      event = withoutCrc(JSON.parse(this.#decoder.decode(bytes)));
    } catch (error) {
      if (!(error instanceof SyntaxError || error instanceof TypeError)) throw error;
      return fault('violation', error instanceof TypeError ? 'text that is no UTF-8' : `no JSON (${error.message})`);
    }
    if (fit !== null && !this.#seed.accept(event, fit)) return fault('damage', 'the checksum is not that of this fork');
    const { length } = bytes;
    return { kind: 'frame', place, offset, length, index: 0, size: length, bytes, event };
  }
}

function hasSeal(bytes: Uint8Array, crc32: Crc32): boolean {
  for (let at = 0; at < bytes.length; ) {
    const lineEnd = bytes.indexOf(LF, at);
    const end = lineEnd < 0 ? bytes.length : lineEnd;
    const line = bytes.subarray(at, end > at && bytes[end - 1] === CR ? end - 1 : end);
    const crcAt = line.length - CRC_LENGTH;
    if (startsWith(line, sealStart) && crcOf(line, crcAt) === crc32(line.subarray(0, Math.max(0, crcAt)))) return true;
    at = end + 1;
  }
  return false;
}

function withoutCrc(event: unknown): unknown {
  // Quick where it is the last member, as in every line that we wrote.
  if (typeof event === 'object' && event !== null) delete (event as { crc?: unknown }).crc;
  return event;
}

/** The checksum that stands at the end of a line, or `null` if none does. */
function crcOf(line: Uint8Array, at: number): number | null {
  if (at < 1 || line[line.length - 1] !== 0x7d || line[line.length - 2] !== 0x22) return null;
  for (let i = 0; i < crcMember.length; i++) if (line[at + i] !== crcMember[i]) return null;
  let crc = 0;
  for (let i = at + crcMember.length; i < line.length - 2; i++) {
    const digit = hexDigit(line[i] as number);
    if (digit < 0) return null;
    crc = crc * 16 + digit;
  }
  return crc;
}

/** Lower case only: each checksum has one spelling, so that a changed bit in it shows. */
function hexDigit(byte: number): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  return byte >= 0x61 && byte <= 0x66 ? byte - 0x61 + 10 : -1;
}

function hex(crc: number): string {
  return crc.toString(16).padStart(8, '0');
}

function startsWith(bytes: Uint8Array, start: Uint8Array): boolean {
  return bytes.length >= start.length && start.every((byte, i) => bytes[i] === byte);
}
