import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { buildResponse } from '../response/build-response.ts';
import { decoded } from './decoded.ts';

/** A message of Node as the response that `fetch` would have given: its body decompressed, and nothing said of how it was compressed. */
export function responseOf(message: IncomingMessage, asked: { readonly url: URL; readonly method: string }): Response {
  const { statusCode: status = 200, statusMessage: statusText = '', rawHeaders } = message;
  const headers = new Headers();
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '');
  const hasBody = asked.method !== 'HEAD' && ![204, 205, 304].includes(status);
  if (!hasBody) message.resume();
  const plain = hasBody ? decoded(message, headers.get('content-encoding')) : null;
  if (plain !== null && plain !== message) headers.delete('content-encoding');
  const body = plain === null ? null : (Readable.toWeb(plain) as ReadableStream<Uint8Array<ArrayBuffer>>);
  return buildResponse(body, { status, statusText, headers }, { url: asked.url.href, redirected: false, type: 'basic', headers });
}
