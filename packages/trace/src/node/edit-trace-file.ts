import { readFile, realpath, rename, rm } from 'node:fs/promises';
import { codecs } from '../codecs/codecs.ts';
import { StepforkError } from '../errors.ts';
import { currentPlatform } from '../platform/current-platform.ts';
import { readBytes } from '../reading/read-bytes.ts';
import { sniff } from '../reading/sniff.ts';
import type { Trace, TraceFile } from '../trace.ts';
import { encodeFile } from '../writing/encode-file.ts';
import { fileError } from './file-error.ts';
import { lockFile } from './lock-file.ts';
import { pathOf } from './path-of.ts';
import { refuseSpecialFile } from './refuse-special-file.ts';
import { temporaryPath } from './temporary-path.ts';
import { writeNew } from './write-new.ts';

/** A trace file whose forks are about to change. Nobody else edits it until {@link TraceEdit.close}. */
export interface TraceEdit {
  readonly file: TraceFile;
  /** Puts these forks in the place of those in the file, at one stroke: a process that is killed leaves the old file whole. */
  write(forks: readonly Trace[]): Promise<void>;
  /** Lets others edit. Calling it twice is harmless. */
  close(): Promise<void>;
}

/**
 * Reads a trace file and keeps other editors away from it.
 *
 * @throws TraceFormatError for what is no trace; StepforkError `STEPFORK_FILE_LOCKED` if somebody else is editing it,
 *   `STEPFORK_NOT_SEALED` if its trunk was not recorded to its end, `STEPFORK_FILE_CHANGED` by `write` if it is not the file that was read
 */
export async function editTraceFile(file: string | URL): Promise<TraceEdit> {
  const named = pathOf(file);
  // A link stays one: what it points to is edited.
  const path = await realpath(named).catch((error: unknown) => {
    throw fileError('read', named, error);
  });
  refuseSpecialFile(path);
  const unlock = lock(path);
  try {
    const before = await readFile(path);
    const read = await readBytes(before, path, currentPlatform);
    if (!read.sealed) throw notSealed(path);
    return { file: read, write: (forks) => replaceForks(path, before, read, forks), close: async () => unlock() };
  } catch (error) {
    unlock();
    throw fileError('read', path, error);
  }
}

function lock(path: string): () => void {
  try {
    return lockFile(path);
  } catch (error) {
    throw fileError('write', `${path}.lock`, error);
  }
}

async function replaceForks(path: string, before: Uint8Array, { trunk }: TraceFile, forks: readonly Trace[]): Promise<void> {
  const bytes = await encodeFile(
    { trunk, forks, sealed: true, damage: null },
    sniff(before, path) === codecs.text ? 'text' : 'packed',
    currentPlatform,
  );
  const temporary = temporaryPath(path);
  try {
    await writeNew(temporary, bytes);
    if (!(await readFile(path)).equals(before)) throw changed(path);
    await rename(temporary, path);
  } catch (error) {
    throw fileError('write', path, error);
  } finally {
    await rm(temporary, { force: true });
  }
}

function notSealed(path: string): StepforkError {
  return new StepforkError('STEPFORK_NOT_SEALED', `${path} is not sealed, so it can have no forks.`, {
    hint: 'Record the run again to its end; after a deliberate edit: stepfork validate --reseal.',
  });
}

function changed(path: string): StepforkError {
  return new StepforkError('STEPFORK_FILE_CHANGED', `${path} was changed by somebody else while its fork was made.`, {
    hint: 'It was left as it is now. Run the command again.',
  });
}
