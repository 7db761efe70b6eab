import type { BigIntStats } from 'node:fs';
import type { Codec } from '../codecs/codec.ts';
import type { Platform } from '../platform/platform.ts';
import { privateMode, temporaryPath } from './temporary-path.ts';

/**
 * Puts the compact form of a whole trace file in its place. If anything speaks against that (no room, no right, somebody else has written there),
 * the file stays as it is, and nobody hears of it: nothing is lost.
 *
 * @param written the file that is meant, as it was when the last byte was written
 */
export async function compactFile(path: string, written: BigIntStats, { compact }: Codec, platform: Platform): Promise<void> {
  if (compact === undefined) return;
  // Only now: a program that is recorded waits for all that is loaded before it.
  const { lstat, readFile, rename, rm, writeFile } = await import('node:fs/promises');
  const temporary = temporaryPath(path);
  try {
    const compacted = await compact(await readFile(path), platform);
    await writeFile(temporary, compacted, { flag: 'wx', mode: privateMode });
    if (isSame(await lstat(path, { bigint: true }), written)) await rename(temporary, path);
  } catch {
    // The file is whole as it is.
  } finally {
    await rm(temporary, { force: true }).catch(() => {});
  }
}

function isSame(one: BigIntStats, other: BigIntStats): boolean {
  return one.ino === other.ino && one.dev === other.dev && one.size === other.size && one.mtimeNs === other.mtimeNs;
}
