import type { Trace } from '@stepfork/trace';
import { printable } from '../render/printable.ts';
import { writeNote } from '../terminal/streams.ts';

/** Of a minimized run a live model is asked with what is left: what nobody but it read may have gone. */
export function noteMinimized({ run: { derived } }: Trace): void {
  if (derived?.kind !== 'minimized' || derived.edits.every(({ by }) => by === 'turns')) return;
  writeNote(
    `note: parts of this run went when it was minimized, so that what runs for real is asked with what is left. Better fork the whole run, ${printable(derived.of)}, and minimize that with its fork.`,
  );
}
