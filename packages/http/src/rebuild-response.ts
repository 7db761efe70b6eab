import type { RecordedParts } from '@stepfork/interceptor';
import { decodeValue } from '@stepfork/trace';
import { onAbort } from './on-abort.ts';
import { partBytes } from './part-bytes.ts';
import { markRebuilt } from './rebuilt.ts';
import type { ResponseHead } from './response-head.ts';
import { shownResponse } from './shown-response.ts';

/** The response of which these parts were recorded; its body comes part by part, as the agent reads it. */
export async function rebuildResponse(parts: RecordedParts, signal: AbortSignal | null): Promise<Response> {
  const forget = onAbort(signal, () => parts.leave());
  const first = await parts.next().finally(forget);
  signal?.throwIfAborted();
  const { status, statusText, headers, url, redirected } = headOf(first.done ? undefined : decodeValue(first.value));
  const body = hasNoBody(status) ? null : bodyOf(parts, signal);
  const response = new Response(body, { status, statusText, headers: { ...headers } });
  return markRebuilt(shownResponse(response, { url, redirected, type: 'basic' }), parts.isWhole);
}

function headOf(value: unknown): ResponseHead {
  const { status = 200, statusText = '', headers = {}, url = '', redirected = false } = (value ?? {}) as Partial<ResponseHead>;
  return { status, statusText, headers, url, redirected };
}

/** With these a response must not have one. */
function hasNoBody(status: number): boolean {
  return status === 204 || status === 205 || status === 304;
}

function bodyOf(parts: RecordedParts, signal: AbortSignal | null): ReadableStream<Uint8Array> {
  let forget = (): void => {};
  return new ReadableStream(
    {
      type: 'bytes',
      start(controller) {
        forget = onAbort(signal, (reason) => {
          parts.leave();
          controller.error(reason);
        });
      },
      async pull(controller) {
        const next = await parts.next();
        if (signal?.aborted === true) return;
        if (next.done) {
          forget();
          controller.close();
          controller.byobRequest?.respond(0);
          return;
        }
        const bytes = partBytes(next.value);
        if (bytes.byteLength > 0) controller.enqueue(bytes);
        else await this.pull?.(controller);
      },
      cancel() {
        forget();
        parts.leave();
      },
    },
    { highWaterMark: 0 },
  );
}
