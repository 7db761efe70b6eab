import { type Chunk, isJsonObject, type Json } from '@stepfork/trace';
import type { HttpRequest } from '../messages/is-http-request.ts';

/** The id of a thing, and where the answer says it. */
export interface MadeId {
  readonly id: string;
  readonly place: string;
}

/**
 * The ids of what a plain request has made: that of a `POST` which is answered by 201, or by something that calls itself what the collection holds, as
 * OpenAI, Anthropic and Stripe do it (`/v1/threads/t/runs`: `{ id, object: 'thread.run' }`), and those of what it was made in, where the path names
 * that only by its collection (`/v1/threads/runs`: `thread_id` too). None: nothing was made that we know of; what was found has its own id, and another
 * one is another answer.
 */
export function madeIds(request: HttpRequest, parts: readonly Chunk[]): readonly MadeId[] {
  const [head, body] = parts.map(({ value }) => value);
  const made = isJsonObject(body) ? body.json : undefined;
  if (request.method !== 'POST' || !isJsonObject(head) || !isJsonObject(made)) return [];
  const path = request.url.split('?')[0]?.split('/') ?? [];
  if (head.status !== 201 && !holds(path.at(-1) ?? '', made.object ?? made.type ?? null)) return [];
  const outer = path.slice(0, -1).flatMap((collection) => singulars(collection).map((name) => `${name}_id`));
  return ['id', ...new Set(outer)].flatMap((key) => {
    const id = made[key];
    return typeof id === 'string' && id !== '' && !path.includes(id) ? [{ id, place: `/1/json/${key}` }] : [];
  });
}

/** `/v1/message/batches` holds what is called `batch`, `message_batch` or `message.batch`. */
function holds(collection: string, kind: Json): boolean {
  if (typeof kind !== 'string' || kind === '') return false;
  const [last = ''] = kind.split('.').slice(-1);
  const names = [last, ...last.split('_').slice(-1)];
  return names.some((name) => singulars(collection).includes(name));
}

/** `batches`: `batche`, `batch`. */
function singulars(collection: string): readonly string[] {
  return ['s', 'es'].flatMap((end) => (collection.endsWith(end) ? [collection.slice(0, -end.length)] : []));
}
