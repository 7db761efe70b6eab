import type { RecordedParts } from '@stepfork/interceptor';
import { onAbort } from '@stepfork/interceptor';
import type { Json } from '@stepfork/trace';

/** A response of which these parts were recorded. It becomes one that the agent can read when it is observed. */
export class RecordedResponse {
  /** A `ResponseHead`, encoded; null: not even that was recorded. */
  readonly head: Json;
  /** Those of the body. */
  readonly parts: RecordedParts;

  constructor(head: Json, parts: RecordedParts) {
    this.head = head;
    this.parts = parts;
  }
}

/** Resolves when the head of the response is due. */
export async function rebuildResponse(parts: RecordedParts, signal: AbortSignal | null): Promise<RecordedResponse> {
  const forget = onAbort(signal, () => parts.leave());
  const first = await parts.next().finally(forget);
  signal?.throwIfAborted();
  return new RecordedResponse(first.done ? null : first.value, parts);
}
