import { StepforkError, type Trace } from '@stepfork/trace';
import type { ReplayRedactor } from './replay-redactor.ts';

/** A secret under two pseudonyms would be two secrets: nothing that was recorded with one key goes on with another one. */
export function refuseLostSecrets({ steps, run, outcome }: Trace, { unknownSecretIn }: ReplayRedactor): void {
  const values = steps.flatMap(({ call, outcome: answered }) => [call.input, answered as never]);
  for (const value of [run.input, ...values, outcome as never]) {
    const path = unknownSecretIn(value);
    if (path === null) continue;
    throw new StepforkError(
      'STEPFORK_KEY_MISSING',
      'The run met a secret, and the key that made the pseudonyms of the recording is not at hand.',
      {
        hint: 'Nothing is kept of it. Make the fork where the redaction key of the project is: on the machine that recorded the trace, or with a copy of its key.',
      },
    );
  }
}
