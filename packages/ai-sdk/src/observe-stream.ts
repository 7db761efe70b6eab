import type { PartObserver } from '@stepfork/interceptor';
import { onAbort } from '@stepfork/interceptor';
import { recordedAnswer } from './answer-headers.ts';
import { plainError } from './plain-error.ts';
import { shownError } from './shown-error.ts';
import type { StreamAnswer, StreamPart } from './stream-answer.ts';

/**
 * Tells the head of a streamed answer (all but the stream) and then its parts, each when the agent takes it, and gives the answer that the
 * agent gets: the same, its stream passed through us. Nothing is read ahead.
 */
export function observeStream(answer: StreamAnswer, observer: PartObserver, signal: AbortSignal | undefined): StreamAnswer {
  const { stream, ...head } = answer;
  observer.chunk(recordedAnswer(head));
  const reader = stream.getReader();
  let forget = (): void => {};
  const passed = new ReadableStream<unknown>(
    {
      start(controller) {
        forget = onAbort(signal, (reason) => {
          observer.end('cancelled');
          controller.error(reason);
          // The model may have ended it already, with the same error.
          reader.cancel(reason).catch(() => {});
        });
      },
      async pull(controller) {
        const next = await observer
          .within(() => reader.read())
          .catch((error: unknown) => {
            forget();
            observer.fail(plainError(error));
            throw error;
          });
        if (signal?.aborted === true) return;
        if (next.done) {
          forget();
          observer.end('done');
          controller.close();
          return;
        }
        const part = next.value as StreamPart;
        tell(part, observer);
        if (part.type === 'error') shownError(part.error);
        controller.enqueue(next.value);
      },
      async cancel(reason) {
        forget();
        observer.end('cancelled');
        await observer.within(() => reader.cancel(reason));
      },
    },
    { highWaterMark: 0 },
  );
  return { ...answer, stream: passed };
}

function tell(part: StreamPart, observer: PartObserver): void {
  observer.chunk(part.type === 'error' ? { ...part, error: plainError(part.error) } : part);
  // It is the last one: whether the agent reads on to the very end is chance.
  if (part.type === 'finish') observer.end('done');
}
