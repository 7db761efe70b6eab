import type { RecordedParts } from '@stepfork/interceptor';
import { untilAborted } from '@stepfork/interceptor';
import type { Json } from '@stepfork/trace';
import type { BodySource } from './body-source.ts';
import { partBytes } from './part-bytes.ts';
import type { TellPart } from './tell-part.ts';

/** The body of a response that was recorded, part by part. */
export function recordedSource(parts: RecordedParts, signal: AbortSignal | null, tell: TellPart<Json>): BodySource<Json> {
  return {
    async read() {
      try {
        const { done, value } = await untilAborted(signal, parts.next());
        if (done) return null;
        tell(value);
        return value ?? {};
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

/** The same, in bytes. */
export function inBytes({ read, leave }: BodySource<Json>): BodySource {
  return {
    async read() {
      const part = await read();
      return part === null ? null : partBytes(part);
    },
    leave,
  };
}
