import { StepforkError, type Trace } from '@stepfork/trace';
import type { TraceEdit } from '@stepfork/trace/file';

/**
 * Puts these forks in the place of those in the file, all or none.
 *
 * @throws StepforkError `STEPFORK_FILE_CHANGED`, or `STEPFORK_WRITE_FAILED` where the disk is full, say: the file is as it was
 */
export async function writeForks(edit: TraceEdit, forks: readonly Trace[]): Promise<void> {
  try {
    await edit.write(forks);
  } catch (error) {
    // The same code before anything has run would say that it was asked wrongly.
    if (!StepforkError.isInstance(error) || error.code !== 'STEPFORK_FILE_FAILED') throw error;
    throw new StepforkError('STEPFORK_WRITE_FAILED', error.message, { hint: error.hint, cause: error.cause });
  }
}
