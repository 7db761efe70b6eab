import { StepforkError } from '@stepfork/trace';

/** The agent is done, but its recording is not: a writer, a redactor or an adapter threw, which none may. */
export class RecordingError extends StepforkError {
  constructor(cause: unknown) {
    super('STEPFORK_RECORDING', 'The recording of the run ended early, because the writer, the redactor or an adapter threw an error.', {
      hint: 'See the cause. What was recorded before is in the writer.',
      cause,
    });
  }
}
