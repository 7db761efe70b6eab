import { MAX_DEPTH } from '../limits.ts';

/** An event holds its values at most so deep. */
const ENVELOPE = 4;
const protoKey = new TextEncoder().encode('__proto__');

// One stack for all frames: a hostile frame shall not make us allocate before it is refused. Nothing in here calls out, so it is not shared.
const remaining = new Float64Array(MAX_DEPTH + ENVELOPE + 1);
const isMap = new Uint8Array(MAX_DEPTH + ENVELOPE + 1);

/**
 * Where an event of MessagePack ends that begins at `from`, or what is wrong with it, in words: lengths stay within the frame, nesting within the
 * limit, keys are text, and nothing is in it but what JSON has (no binary, no extension, no integer beyond 2^53). Allocates nothing, whatever the
 * frame declares.
 *
 * Only after it may the unpacker see the event: that one allocates what a header declares and renames the key `__proto__`.
 */
export function guardEvent(frame: Uint8Array, from: number): number | string {
  let at = from;
  let depth = 0;
  remaining[0] = 1;
  isMap[0] = 0;
  for (;;) {
    while (remaining[depth] === 0) {
      if (depth === 0) return at;
      depth--;
    }
    const isKey = isMap[depth] === 1 && (remaining[depth] as number) % 2 === 0;
    (remaining[depth] as number)--;
    if (at >= frame.length) return 'an event that is longer than its frame';
    const byte = frame[at++] as number;
    let text = -1;
    let items = -1;
    let map = 0;
    if (byte <= 0x7f || byte >= 0xe0) {
      if (isKey) return 'a key that is no text';
      continue;
    }
    if (byte >= 0xa0 && byte <= 0xbf) text = byte & 0x1f;
    else if (byte >= 0x90 && byte <= 0x9f) items = byte & 0x0f;
    else if (byte <= 0x8f) {
      items = 2 * (byte & 0x0f);
      map = 1;
    } else {
      const size = sizeOf(byte);
      if (size < 0) return `a value of a kind that no trace has (MessagePack 0x${byte.toString(16)})`;
      if (at + size > frame.length) return 'an event that is longer than its frame';
      if (byte >= 0xd9 && byte <= 0xdb) text = readLength(frame, at, size);
      else if (byte === 0xdc || byte === 0xdd) items = readLength(frame, at, size);
      else if (byte === 0xde || byte === 0xdf) {
        items = 2 * readLength(frame, at, size);
        map = 1;
      } else if (size === 8 && byte !== 0xcb && !isSafe(frame, at, byte)) return 'an integer beyond 2^53';
      at += size;
    }
    if (isKey && text < 0) return 'a key that is no text';
    if (text >= 0) {
      if (at + text > frame.length) return 'an event that is longer than its frame';
      if (isKey && isProto(frame, at, text)) return 'a key "__proto__"';
      at += text;
    } else if (items >= 0) {
      // Each item takes at least one byte.
      if (at + items > frame.length) return 'an event that is longer than its frame';
      if (depth === MAX_DEPTH + ENVELOPE) return `a value nested deeper than ${MAX_DEPTH}`;
      depth++;
      remaining[depth] = items;
      isMap[depth] = map;
    }
  }
}

/** Bytes that follow the first one: a number, or the length of what follows; -1 for what no trace has. */
function sizeOf(byte: number): number {
  switch (byte) {
    case 0xc0: // null
    case 0xc2: // false
    case 0xc3: // true
      return 0;
    case 0xcc: // integers of 1 byte
    case 0xd0:
    case 0xd9: // text
      return 1;
    case 0xcd:
    case 0xd1:
    case 0xda: // text
    case 0xdc: // list
    case 0xde: // map
      return 2;
    case 0xca: // floats
    case 0xce:
    case 0xd2:
    case 0xdb: // text
    case 0xdd: // list
    case 0xdf: // map
      return 4;
    case 0xcb:
    case 0xcf:
    case 0xd3:
      return 8;
    default:
      return -1;
  }
}

function readLength(frame: Uint8Array, at: number, size: number): number {
  let length = 0;
  for (let i = 0; i < size; i++) length = length * 256 + (frame[at + i] as number);
  return length;
}

function isSafe(frame: Uint8Array, at: number, byte: number): boolean {
  const high = readLength(frame, at, 4);
  return high <= 0x1fffff || (byte === 0xd3 && high >= 0xffe00000);
}

function isProto(frame: Uint8Array, at: number, length: number): boolean {
  return length === protoKey.length && protoKey.every((byte, i) => frame[at + i] === byte);
}
