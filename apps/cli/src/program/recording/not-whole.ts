import { StepforkError } from '@stepfork/trace';

/** Something that observes the program threw, which nothing may: what comes after is not recorded. */
export function endedEarly(output: string, fault: string): StepforkError {
  return new StepforkError('STEPFORK_RECORDING', `The recording for ${output} ended before the program did: ${fault.replace(/\.$/, '')}.`, {
    hint: 'The program was not disturbed, and no file was written. This is a mistake of ours: please report it, with what the program asked last.',
  });
}

/** What a program did could not be taken down to its end. */
export function notWhole(output: string, why: string): StepforkError {
  return new StepforkError('STEPFORK_WRITE_FAILED', `The recording for ${output} is not whole: ${why}.`, {
    hint: 'The program was not disturbed, and no file was written. Make room beside the output, or name another place with -o, and record again.',
  });
}
