import { mkdtempSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { StepforkError } from '@stepfork/trace';
import { removeLeft } from '../project/left-behind.ts';

/**
 * A folder for what is made on the way to a file, beside that file. What killed commands have left of theirs is removed.
 *
 * @throws StepforkError if nothing can be written there
 */
export function makeWorkFolder(output: string): string {
  const prefix = `.${basename(output)}.work-`;
  try {
    removeLeft(dirname(output), prefix);
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
