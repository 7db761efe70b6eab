import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { UsageError } from '../errors/usage-error.ts';

/** Writes a file that others read too, whole or not at all: whoever looks meanwhile finds what was there or what is there now. */
export function replaceFile(path: string, content: string | Uint8Array, mode = 0o666): void {
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    writeFileSync(temporary, content, { mode, flag: 'wx' });
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

/**
 * The same for a trace, which nobody else may read.
 *
 * @throws UsageError if it cannot be written
 */
export function replaceTrace(path: string, bytes: Uint8Array): void {
  try {
    replaceFile(path, bytes, 0o600);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(`${path} cannot be written: ${reason}.`, 'Check the rights on its folder, and the space on the disk.');
  }
}
