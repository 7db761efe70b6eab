import { Readable } from 'node:stream';
import { buildResponse } from './build-response.ts';

/** The same as a `Response` of this process: a `fetch` from elsewhere (undici, node-fetch) answers with classes of its own. */
export function ownResponse(response: Response): Response {
  if (response instanceof Response) return response;
  const { body, status, statusText, headers, url = '', redirected = false, type = 'default' } = response as Response;
  const own = new Headers([...headers]);
  return buildResponse(ownBody(body), { status, statusText, headers: own }, { url, redirected, type, headers: own });
}

function ownBody(body: unknown): ReadableStream<Uint8Array> | null {
  if (body instanceof Readable) return Readable.toWeb(body) as ReadableStream<Uint8Array>;
  return (body ?? null) as ReadableStream<Uint8Array> | null;
}
