import { StepforkError } from '@stepfork/trace';

/** One of our own errors ended the run although nothing was refused: a bug of ours or a wrong set-up, never the agent's failure. */
export class ReplayFault extends StepforkError {
  static override readonly name = 'ReplayFault';

  constructor(message: string, cause: unknown) {
    super('STEPFORK_REPLAY_FAULT', message, {
      hint: 'This is not a failure of the agent; please report it with the versions in use.',
      cause,
    });
  }
}
