import { writeSync } from 'node:fs';

/** Writes all bytes, also where the system takes only some of them at a time. */
export function writeAll(fd: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at, bytes.length - at);
}
