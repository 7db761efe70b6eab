import type { Trace } from '@stepfork/trace';

/** The id of the run that stands first in the file of a recording: its own, but for a fork. */
export function trunkOf({ run: { id, derived } }: Trace): string {
  return derived?.kind === 'attached' || derived?.kind === 'on-demand' ? derived.of : id;
}
