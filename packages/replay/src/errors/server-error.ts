import { StepforkError } from '@stepfork/trace';

/** What the agent gets for a server that it starts in a replay. */
export class ServerError extends StepforkError {
  static override readonly name = 'ServerError';

  constructor(command: string) {
    super('STEPFORK_SERVER', `a replay starts no server, so the agent cannot start ${command}`, {
      hint: 'This refusal comes from the replay, not from the system; the verdict is inconclusive.',
    });
  }
}
