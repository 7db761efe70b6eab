import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { StepforkError } from '@stepfork/trace';
import { isAlive } from '../is-alive.ts';

/**
 * A folder for what is made on the way to a file, beside that file. What killed commands have left of theirs is removed.
 *
 * @throws StepforkError if nothing can be written there
 */
export function makeWorkFolder(output: string): string {
  const prefix = prefixOf(output);
  try {
    for (const name of readdirSync(dirname(output))) {
      const pid = name.startsWith(prefix) ? Number(name.slice(prefix.length).split('-')[0]) : Number.NaN;
      if (pid > 0 && !isAlive(pid)) removeWorkFolder(join(dirname(output), name));
    }
    return mkdtempSync(join(dirname(output), `${prefix}${process.pid}-`));
  } catch (cause) {
    throw new StepforkError('STEPFORK_FILE_FAILED', `Nothing can be written into ${dirname(output)}, so nothing was run.`, {
      hint: 'Check the rights on the folder and the space on the disk, or name another place with -o.',
      cause,
    });
  }
}

export function removeWorkFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}

function prefixOf(output: string): string {
  return `.${basename(output)}.work-`;
}
