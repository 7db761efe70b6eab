import type { PartObserver } from '@stepfork/interceptor';
import type { BodyPart } from '../parts/body-part.ts';
import { bodyParts } from './body-parts.ts';
import type { BodySource } from './body-source.ts';
import type { TellPart } from './tell-part.ts';

/**
 * The body of a response from the network.
 *
 * @param waits what a piece says is looked at when the agent has it.
 */
export function liveSource(
  body: ReadableStream<Uint8Array>,
  { contentType, waits }: { readonly contentType: string | null; readonly waits: boolean },
  { within, afterwards }: Pick<PartObserver, 'within' | 'afterwards'>,
  tell: TellPart<BodyPart>,
): BodySource {
  const reader = body.getReader();
  const parts = bodyParts(contentType);
  const waiting: Uint8Array[] = [];
  return {
    async read() {
      try {
        const { done, value } = await within(() => reader.read());
        // With the end of the answer, which is told next.
        if (done) afterwards(end);
        else push(value);
        return done ? null : value;
      } catch (error) {
        end();
        throw error;
      }
    },
    leave(reason) {
      end();
      return reader.cancel(reason);
    },
  };

  function push(bytes: Uint8Array): void {
    // The agent is given the memory too. Not by `slice`: that of a `Buffer` copies nothing.
    waiting.push(new Uint8Array(bytes));
    if (waits) afterwards(pushNext);
    else pushNext();
  }

  function pushNext(): void {
    const bytes = waiting.shift();
    if (bytes !== undefined) parts.push(bytes).forEach(tell);
  }

  function end(): void {
    while (waiting.length > 0) pushNext();
    parts.end().forEach(tell);
  }
}
