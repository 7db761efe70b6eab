import { lstatSync } from 'node:fs';
import { StepforkError } from '../errors.ts';

/**
 * A trace takes the place of a file by renaming. A folder would refuse it when the recording has begun; a pipe or a device would be gone.
 * A link is replaced, not followed.
 *
 * @throws StepforkError if what stands there is no file
 */
export function refuseSpecialFile(path: string): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined || found.isFile() || found.isSymbolicLink()) return;
  throw new StepforkError(
    'STEPFORK_NO_FILE',
    `${path} is ${found.isDirectory() ? 'a folder' : 'a pipe or a device'}, and is not overwritten.`,
    {
      hint: 'Choose another name, or remove it yourself.',
    },
  );
}
