import { StepforkError } from '@stepfork/trace';

/** What the agent gets for a socket that it opens in a replay. */
export class SocketError extends StepforkError {
  static override readonly name = 'SocketError';

  constructor(host: string) {
    super('STEPFORK_SOCKET', `a replay opens no socket, so the agent cannot reach ${host}`, {
      hint: 'This refusal comes from the replay, not from the network; the verdict is inconclusive.',
    });
  }
}
