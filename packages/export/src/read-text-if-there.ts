import { readFileSync } from 'node:fs';

/** The text of a file; `null` where there is no file. */
export function readTextIfThere(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (nothingThere.has((error as NodeJS.ErrnoException).code ?? '')) return null;
    throw error;
  }
}

const nothingThere: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR', 'EISDIR']);
