import type { Codec } from '../codecs/codec.ts';
import { packedCodec } from '../codecs/packed-codec.ts';
import { textCodec } from '../codecs/text-codec.ts';
import { FORMAT_VERSION, FRAMING_VERSION } from '../limits.ts';
import { fromTheFuture } from './from-the-future.ts';
import { TraceFormatError } from './trace-format-error.ts';

/** Enough of a file to tell what it is. */
export const SNIFF_LENGTH = 512;

const MAGIC_NAME = 4;

/**
 * In which encoding a file is, by its first bytes.
 * @throws TraceFormatError if it is no trace
 */
export function sniff(bytes: Uint8Array, source: string): Codec {
  if (isFramed(bytes) && framingOf(bytes) >= 1 && framingOf(bytes) <= FRAMING_VERSION) return packedCodec;
  if (bytes.length === 0) throw noTrace(source, 'the file is empty', 'Record the run again: nothing was written into it.');
  if (startsWith(bytes, packedCodec.preamble.subarray(0, MAGIC_NAME))) throw brokenMagic(bytes, source);
  const text = new TextDecoder()
    .decode(bytes.subarray(0, SNIFF_LENGTH))
    .replace(/^\uFEFF/, '')
    .trimStart();
  const first = /^\{\s*"type"\s*:\s*"run-start"(?:\s*,\s*"version"\s*:\s*(\d{1,9})\b)?/.exec(text);
  if (first !== null) {
    // Before any checksum is looked at: that of a later version may be another.
    const version = Number(first[1]);
    if (version > FORMAT_VERSION) throw fromTheFuture(version, source);
    return textCodec;
  }
  throw noTrace(
    source,
    `this is no trace but ${kindOf(bytes, text)}`,
    'A trace is written by `stepfork record` and ends in .sftrace or .sftrace.jsonl.',
  );
}

function kindOf(bytes: Uint8Array, text: string): string {
  if (startsWith(bytes, Uint8Array.of(0x50, 0x4b, 3, 4))) return 'a zip archive';
  if (startsWith(bytes, Uint8Array.of(0x89, 0x50, 0x4e, 0x47))) return 'a PNG image';
  if (startsWith(bytes, Uint8Array.of(0x1f, 0x8b))) return 'a gzip archive';
  if (text.startsWith('version https://git-lfs')) return 'a pointer of Git LFS, whose file was not fetched';
  if (text.startsWith('{') && /"(?:schema_version|bundle_version|stepfork_version)"/.test(text))
    return 'the manifest of a bundle of the Python tool';
  if (text.startsWith('{') || text.startsWith('[')) return 'other JSON';
  return 'a file of another kind';
}

function brokenMagic(bytes: Uint8Array, source: string): TraceFormatError {
  const whole = bytes.length >= packedCodec.preamble.length;
  if (isFramed(bytes) && framingOf(bytes) > FRAMING_VERSION) return fromTheFuture(framingOf(bytes), source, FRAMING_VERSION);
  return noTrace(
    source,
    whole ? 'the first bytes of a packed trace are damaged' : 'the file ends inside its first bytes',
    'A tool may have taken the file for text; `*.sftrace binary` in .gitattributes prevents that. Restore it from its origin.',
  );
}

/** The first bytes of a packed file, the last of which is the version of its framing. */
function isFramed(bytes: Uint8Array): boolean {
  return bytes.length >= packedCodec.preamble.length && startsWith(bytes, packedCodec.preamble.subarray(0, -1));
}

function framingOf(bytes: Uint8Array): number {
  return bytes[packedCodec.preamble.length - 1] as number;
}

function noTrace(source: string, problem: string, hint: string): TraceFormatError {
  return new TraceFormatError('STEPFORK_NOT_A_TRACE', problem, { source, place: null, hint });
}

function startsWith(bytes: Uint8Array, start: Uint8Array): boolean {
  return bytes.length >= start.length && start.every((byte, i) => bytes[i] === byte);
}
