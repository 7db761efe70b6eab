import type { PartObserver } from '@stepfork/interceptor';
import type { BodyPart } from './body-part.ts';
import { bodyParts } from './body-parts.ts';
import type { BodySource } from './body-source.ts';
import type { TellPart } from './tell-part.ts';

/** The body of a response from the network. */
export function liveSource(
  body: ReadableStream<Uint8Array>,
  contentType: string | null,
  { within }: Pick<PartObserver, 'within'>,
  tell: TellPart<BodyPart>,
): BodySource {
  const reader = body.getReader();
  const parts = bodyParts(contentType);
  return {
    async read() {
      try {
        const { done, value } = await within(() => reader.read());
        (done ? parts.end() : parts.push(value)).forEach(tell);
        return done ? null : value;
      } catch (error) {
        parts.end().forEach(tell);
        throw error;
      }
    },
    leave(reason) {
      parts.end().forEach(tell);
      return reader.cancel(reason);
    },
  };
}
