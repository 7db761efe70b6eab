import type { Readable } from 'node:stream';
import { StepforkError } from '@stepfork/trace';

/** An error that nobody listens for brings the process down, as it did when it was recorded; a refusal of ours does not. */
export function throwUnheard(stream: Readable): void {
  stream.on('error', (error) => {
    if (stream.listenerCount('error') === 1 && !StepforkError.isInstance(error)) throw error;
  });
}
