import { readFileSync } from 'node:fs';
import { UsageError } from '../errors/usage-error.ts';

/** @throws UsageError if the file cannot be read: no right to, or too large for the memory */
export function readBytes(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(`${path} cannot be read: ${reason}.`, 'Check the rights on the file, and its size.');
  }
}
