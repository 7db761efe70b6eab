import type { RecordedParts } from '@stepfork/interceptor';
import { onAbort } from '@stepfork/interceptor';
import { decodeValue } from '@stepfork/trace';
import { asSdkError } from './sdk-error.ts';
import type { StreamAnswer, StreamPart } from './stream-answer.ts';

/** The answer of which these parts were recorded; they come one by one, as the agent takes them. */
export async function rebuildStream(parts: RecordedParts, signal: AbortSignal | undefined): Promise<StreamAnswer> {
  const forget = onAbort(signal, () => parts.leave());
  const first = await parts.next().finally(forget);
  signal?.throwIfAborted();
  const head = first.done ? {} : (decodeValue(first.value) as object);
  return { ...head, stream: streamOf(parts, signal) };
}

function streamOf(parts: RecordedParts, signal: AbortSignal | undefined): ReadableStream<unknown> {
  let forget = (): void => {};
  return new ReadableStream<unknown>(
    {
      start(controller) {
        forget = onAbort(signal, (reason) => {
          parts.leave();
          controller.error(reason);
        });
      },
      async pull(controller) {
        const next = await parts.next().catch((error: unknown) => {
          forget();
          throw asSdkError(error);
        });
        if (signal?.aborted === true) return;
        if (!next.done) {
          controller.enqueue(partOf(decodeValue(next.value) as StreamPart));
          return;
        }
        forget();
        controller.close();
      },
      cancel() {
        forget();
        parts.leave();
      },
    },
    { highWaterMark: 0 },
  );
}

function partOf(part: StreamPart): StreamPart {
  if (part.type === 'error') asSdkError(part.error);
  return part;
}
