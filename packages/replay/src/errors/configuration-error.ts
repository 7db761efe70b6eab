import { StepforkError } from '@stepfork/trace';

/** A replay was asked wrongly: an unknown name, a policy that is refused, an answer that nobody asks for. Thrown before the agent runs. */
export class ConfigurationError extends StepforkError {
  static override readonly name = 'ConfigurationError';

  constructor(message: string, hint: string) {
    super('STEPFORK_CONFIGURATION', message, { hint });
  }
}
