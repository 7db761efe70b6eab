import { link, rename, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { currentPlatform } from '../platform/current-platform.ts';
import type { TraceFile } from '../trace.ts';
import { encodeFile } from '../writing/encode-file.ts';
import { encodingOf } from './encoding-of.ts';
import { fileError } from './file-error.ts';
import { lockFile } from './lock-file.ts';
import type { FileOptions } from './open-trace-file.ts';
import { pathOf } from './path-of.ts';
import { refuseSpecialFile } from './refuse-special-file.ts';
import { temporaryPath } from './temporary-path.ts';
import { writeNew } from './write-new.ts';

/**
 * Writes a whole trace file, sealed: beside its place first, then renamed, so that there is never half a file under its name.
 * @throws StepforkError if the file is there (without `force`), `STEPFORK_FILE_LOCKED` if somebody is writing it, or if it cannot be written
 */
export async function writeTraceFile(file: string | URL, traces: TraceFile, options: FileOptions = {}): Promise<void> {
  const path = pathOf(file);
  const { encoding = encodingOf(path), force = false } = options;
  const bytes = await encodeFile(traces, encoding, currentPlatform);
  const temporary = temporaryPath(path);
  let unlock = (): void => {};
  try {
    if (force) {
      refuseSpecialFile(path);
      unlock = lockFile(resolve(path));
    }
    await writeNew(temporary, bytes);
    await (force ? rename(temporary, path) : link(temporary, path));
  } catch (error) {
    throw fileError('write', path, error);
  } finally {
    await rm(temporary, { force: true });
    unlock();
  }
}
