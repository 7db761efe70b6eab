import type { ByteBuffer } from '../bytes/byte-buffer.ts';

/** Length of the payload and its checksum, both as big-endian numbers of 4 bytes. */
export const FRAME_HEADER = 8;

/** Adds a frame at the end. */
export function putFrame(target: ByteBuffer, payload: Uint8Array, crc: number): void {
  const at = target.length;
  const bytes = target.reserve(FRAME_HEADER + payload.length);
  writeUint32(bytes, at, payload.length);
  writeUint32(bytes, at + 4, crc);
  bytes.set(payload, at + FRAME_HEADER);
  target.advance(FRAME_HEADER + payload.length);
}

export function readUint32(bytes: Uint8Array, at: number): number {
  return (
    (((bytes[at] as number) << 24) | ((bytes[at + 1] as number) << 16) | ((bytes[at + 2] as number) << 8) | (bytes[at + 3] as number)) >>> 0
  );
}

export function writeUint32(bytes: Uint8Array, at: number, value: number): void {
  bytes[at] = value >>> 24;
  bytes[at + 1] = value >>> 16;
  bytes[at + 2] = value >>> 8;
  bytes[at + 3] = value;
}
