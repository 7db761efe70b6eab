import { mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAlive } from '../processes/is-alive.ts';

/** Makes a folder for the time of this process, and removes those of this prefix whose process was killed before it could. The path has no links. */
export function temporaryFolder(prefix: string): string {
  const place = realpathSync(tmpdir());
  removeLeft(place, prefix);
  return mkdtempSync(join(place, `${prefix}${process.pid}-`));
}

/** Removes what processes that are gone have left in a folder, by the id behind the prefix of its name. Whether there was anything. */
export function removeLeft(folder: string, prefix: string): boolean {
  const left = readdirSync(folder).filter((name) => {
    const id = name.startsWith(prefix) ? /^\d+/.exec(name.slice(prefix.length)) : null;
    return id !== null && !isAlive(Number(id[0]));
  });
  for (const name of left) removeIfOurs(join(folder, name));
  return left.length > 0;
}

/** In a folder for everybody, what another user has left is theirs to remove. */
function removeIfOurs(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch (error) {
    if (!['EACCES', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}
