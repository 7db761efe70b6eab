import { closeSync, existsSync, fstatSync, ftruncateSync, lstatSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Codec, Encoding } from '../codecs/codec.ts';
import { codecs } from '../codecs/codecs.ts';
import { StepforkError } from '../errors.ts';
import type { TraceWriter } from '../event.ts';
import { currentPlatform } from '../platform/current-platform.ts';
import { openWriter, type Sink } from '../writing/open-writer.ts';
import { compactFile } from './compact-file.ts';
import { encodingOf } from './encoding-of.ts';
import { fileError } from './file-error.ts';
import { lockFile } from './lock-file.ts';
import { pathOf } from './path-of.ts';
import { refuseSpecialFile } from './refuse-special-file.ts';
import { privateMode, temporaryPath } from './temporary-path.ts';
import { writeAll } from './write-all.ts';

export interface FileOptions {
  /** By default after the ending: `.jsonl` is text, anything else packed. */
  readonly encoding?: Encoding;
  /** Overwrite a file that is there. */
  readonly force?: boolean;
}

/**
 * A writer whose events are in the file when `append` returns: one write for each, so that they survive the end of the process. The file is
 * readable for its owner only.
 *
 * With `force`, the recording begins in a file beside the old one and takes its name as soon as its first event is written: until then
 * the old file stays.
 *
 * Until the writer is closed, or its process has ended, no other one writes the file, not with `force` either.
 *
 * When the run has ended and the writer is closed, a packed file is written anew in fewer bytes, beside the old one, whose name it takes then. Where
 * that fails the file stays as it is, which is whole.
 *
 * A disk that fails sets the writer's `failure`; the file then ends with the last whole event. So does somebody else who puts another file in its place
 * meanwhile.
 *
 * @throws StepforkError if the file is there (without `force`), `STEPFORK_FILE_LOCKED` if somebody is writing it, or if it cannot be made
 */
export async function openTraceFile(file: string | URL, options: FileOptions = {}): Promise<TraceWriter> {
  return openTraceFileSync(file, options);
}

/** The same in this very tick: for what is recorded from the start of its process on. */
export function openTraceFileSync(file: string | URL, options: FileOptions = {}): TraceWriter {
  const path = pathOf(file);
  const { encoding = encodingOf(path), force = false } = options;
  try {
    const place = resolve(path);
    if (force) refuseSpecialFile(path);
    else if (existsSync(place)) throw Object.assign(new Error(`${place} is there`), { code: 'EEXIST' });
    const unlock = lockFile(place);
    try {
      return openWriter(encoding, new FileSink(place, codecs[encoding], { force, unlock }), currentPlatform);
    } catch (error) {
      unlock();
      throw error;
    }
  } catch (error) {
    throw fileError('write', path, error);
  }
}

class FileSink implements Sink {
  readonly #path: string;
  readonly #codec: Codec;
  readonly #fd: number;
  readonly #unlock: () => void;
  /** Until the first event is written. */
  #temporary: string | null;
  #length = 0;
  /** Of the draft that stands behind what is written. */
  #draftLength = 0;

  constructor(path: string, codec: Codec, { force, unlock }: { readonly force: boolean; readonly unlock: () => void }) {
    this.#path = path;
    this.#unlock = unlock;
    this.#codec = codec;
    this.#temporary = force ? temporaryPath(path) : null;
    this.#fd = openSync(this.#temporary ?? path, 'wx', privateMode);
  }

  write(bytes: Uint8Array): void {
    try {
      writeAll(this.#fd, bytes);
      this.#length += bytes.length;
      // Written over first, cut then: whenever the process dies, the file begins with whole events.
      if (this.#draftLength > 0) ftruncateSync(this.#fd, this.#length);
      this.#draftLength = 0;
      if (this.#temporary !== null) renameSync(this.#temporary, this.#path);
      this.#temporary = null;
    } catch (error) {
      this.#cutToWholeEvents();
      throw error;
    }
  }

  draft(bytes: Uint8Array): void {
    try {
      for (let at = 0; at < bytes.length; ) {
        const written = writeSync(this.#fd, bytes, at, bytes.length - at, this.#length + this.#draftLength);
        at += written;
        this.#draftLength += written;
      }
    } catch {
      // A pipe takes no draft, nor does a disk that is full: what is drafted comes by `write` anyway.
    }
  }

  async close(sealed: boolean): Promise<void> {
    try {
      await this.#close(sealed);
    } finally {
      this.#unlock();
    }
  }

  async #close(sealed: boolean): Promise<void> {
    const written = fstatSync(this.#fd, { bigint: true });
    closeSync(this.#fd);
    if (this.#temporary !== null) {
      rmSync(this.#temporary, { force: true });
      return;
    }
    const there = lstatSync(this.#path, { bigint: true, throwIfNoEntry: false });
    if (there?.ino !== written.ino || there.dev !== written.dev) throw replaced(this.#path);
    if (sealed) await compactFile(this.#path, written, this.#codec, currentPlatform);
  }

  #cutToWholeEvents(): void {
    try {
      ftruncateSync(this.#fd, this.#length);
    } catch {
      // A pipe cannot be cut, nor can a disk that is gone. A reader cuts there itself; the first error is the one to report.
    }
  }
}

function replaced(path: string): StepforkError {
  return new StepforkError('STEPFORK_FILE_CHANGED', `${path} was removed or replaced by somebody else while it was recorded.`, {
    hint: 'What is there now is left as it is. Record again, into another file.',
  });
}
