import { StepforkError } from '@stepfork/trace';

/** What a program did could not be taken down to its end. */
export function notWhole(output: string, why: string): StepforkError {
  return new StepforkError('STEPFORK_WRITE_FAILED', `The recording for ${output} is not whole: ${why}.`, {
    hint: 'The program was not disturbed, and no file was written. Make room beside the output, or name another place with -o, and record again.',
  });
}
