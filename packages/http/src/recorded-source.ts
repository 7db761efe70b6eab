import type { RecordedParts } from '@stepfork/interceptor';
import { untilAborted } from '@stepfork/interceptor';
import type { Json } from '@stepfork/trace';
import type { BodySource } from './body-source.ts';
import { partBytes } from './part-bytes.ts';
import type { TellPart } from './tell-part.ts';

/** The body of a response that was recorded, part by part. */
export function recordedSource(parts: RecordedParts, signal: AbortSignal | null, tell: TellPart<Json>): BodySource {
  return {
    async read() {
      try {
        const { done, value } = await untilAborted(signal, parts.next());
        if (done) return null;
        const bytes = partBytes(value);
        tell(value);
        return bytes;
      } catch (error) {
        parts.leave();
        throw error;
      }
    },
    async leave() {
      parts.leave();
    },
  };
}
