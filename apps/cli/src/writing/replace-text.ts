import { renameSync, rmSync, writeFileSync } from 'node:fs';

/** Writes a file that others read too, whole or not at all: whoever looks meanwhile finds the old text or the new one. */
export function replaceText(path: string, text: string): void {
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    writeFileSync(temporary, text, { flag: 'wx' });
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}
