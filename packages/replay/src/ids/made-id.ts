import { type Chunk, isJsonObject, type Json, type JsonObject } from '@stepfork/trace';

/**
 * The id of what a plain request has made, and where the answer says it: that of a `POST` which is answered by 201, or by something that calls itself what
 * the collection holds, as OpenAI, Anthropic and Stripe do it (`/v1/threads/t/runs`: `{ id, object: 'thread.run' }`). `null`: nothing was
 * made that we know of; what was found has its own id, and another one is another answer.
 */
export function madeId(request: JsonObject, parts: readonly Chunk[]): { readonly id: string; readonly place: string } | null {
  const [head, body] = parts.map(({ value }) => value);
  const made = isJsonObject(body) ? body.json : undefined;
  if (request.method !== 'POST' || !isJsonObject(head) || !isJsonObject(made) || typeof made.id !== 'string' || made.id === '') return null;
  const isMade = head.status === 201 || holds(String(request.url), made.object ?? made.type ?? null);
  return isMade ? { id: made.id, place: '/1/json/id' } : null;
}

/** `/v1/message/batches` holds what is called `batch`, `message_batch` or `message.batch`. */
function holds(url: string, kind: Json): boolean {
  const collection = url.split('?')[0]?.split('/').at(-1) ?? '';
  if (typeof kind !== 'string' || kind === '') return false;
  const [last = ''] = kind.split('.').slice(-1);
  const names = [last, ...last.split('_').slice(-1)];
  return names.some((name) => collection === `${name}s` || collection === `${name}es`);
}
