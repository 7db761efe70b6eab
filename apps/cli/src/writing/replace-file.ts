import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { UsageError } from '../errors/usage-error.ts';

/** @throws UsageError if the file cannot be read: no right to, or too large for the memory */
export function readBytes(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (cause) {
    throw new UsageError(`${path} cannot be read: ${reason(cause)}.`, 'Check the rights on the file, and its size.');
  }
}

/**
 * Puts other bytes in the place of a file's, whole or not at all.
 *
 * @throws UsageError if the file cannot be written
 */
export function replaceFile(path: string, bytes: Uint8Array): void {
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    writeFileSync(temporary, bytes, { mode: 0o600, flag: 'wx' });
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw new UsageError(`${path} cannot be written: ${reason(error)}.`, 'Check the rights on its folder, and the space on the disk.');
  }
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
