import { ByteBuffer } from '../bytes/byte-buffer.ts';
import type { Crc32 } from '../bytes/crc32.ts';
import { FRAMING_VERSION } from '../limits.ts';
import type { WireEvent } from '../shapes/wire-event.ts';
import type { Codec, Encoder } from './codec.ts';
import { compactPacked } from './compact-packed.ts';
import { CrcSeed } from './crc-seed.ts';
import { makePackr } from './make-packr.ts';
import { FRAME_HEADER, putFrame, readUint32 } from './packed-frame.ts';
import { PackedScanner } from './packed-scanner.ts';

/** As in PNG: a byte that is no text, the name, line ends and ^Z that show when a tool took the file for text. Then the version of the framing. */
const preamble: Uint8Array = Uint8Array.of(0x89, 0x53, 0x46, 0x54, 0x0d, 0x0a, 0x1a, 1);
/** How each event begins: a map, whose first member is the type. */
const typeStart = { 'run-start': latin1('\x83\xa4type\xa9run-start'), seal: latin1('\x82\xa4type\xa4seal') } as const;
/** How each seal begins: a map of two, `type`, `seal`, `sha256`, a text of 64. */
const sealStart: Uint8Array = latin1('\x82\xa4type\xa4seal\xa6sha256\xd9\x40');
const SEAL_LENGTH: number = sealStart.length + 64;

/** `.sftrace`: frames of MessagePack. Portable: no records, no extension types. */
export const packedCodec: Codec = {
  encoding: 'packed',
  preamble,
  encoder: (crc32) => new PackedEncoder(crc32),
  scanner: (platform) => new PackedScanner(preamble.length, platform, platform.crc32),
  uncheckedScanner: (platform) => new PackedScanner(preamble.length, platform, null),
  hasSeal,
  compact: (bytes, platform) => compactPacked(bytes, compactForm, platform),
};

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
    const at = this.#buffer.length;
    putFrame(this.#buffer, payload, this.#seed.next(this.#crc32, payload, event.type));
    return this.#buffer.bytes(at);
  }

  take(): Uint8Array {
    const bytes = this.#buffer.bytes();
    this.#buffer.clear();
    return bytes;
  }
}

function hasSeal(bytes: Uint8Array, crc32: Crc32): boolean {
  for (let at = FRAME_HEADER; at + SEAL_LENGTH <= bytes.length; at++) {
    at = bytes.indexOf(sealStart[0] as number, at);
    if (at < 0) return false;
    if (!sealStart.every((byte, i) => bytes[at + i] === byte)) continue;
    if (readUint32(bytes, at - FRAME_HEADER) !== SEAL_LENGTH || at + SEAL_LENGTH > bytes.length) continue;
    if (readUint32(bytes, at - 4) === crc32(bytes.subarray(at, at + SEAL_LENGTH))) return true;
  }
  return false;
}

const compactForm = {
  preamble: Uint8Array.of(...preamble.subarray(0, -1), FRAMING_VERSION),
  typeOf,
  sealOf: (sha256: string): Uint8Array => latin1(`${String.fromCharCode(...sealStart)}${sha256}`),
} as const;

/** What stands outside of blocks, by how it begins. */
function typeOf(payload: Uint8Array): 'run-start' | 'seal' | null {
  if (startsWith(payload, typeStart['run-start'])) return 'run-start';
  return startsWith(payload, typeStart.seal) ? 'seal' : null;
}

function startsWith(bytes: Uint8Array, start: Uint8Array): boolean {
  for (let i = 0; i < start.length; i++) if (bytes[i] !== start[i]) return false;
  return true;
}

function latin1(text: string): Uint8Array {
  return Uint8Array.from(text, (char) => char.charCodeAt(0));
}
