import { type Shown, shownResponse } from './shown-response.ts';

interface Head {
  readonly status: number;
  readonly statusText: string;
  readonly headers: Headers;
}

/** A response with this body, of any status: the constructor refuses some that servers send all the same, such as 999. */
export function buildResponse(body: ReadableStream<Uint8Array> | null, { status, statusText, headers }: Head, shown: Shown): Response {
  const isUsual = status >= 200 && status <= 599;
  const response = new Response(body, { status: isUsual ? status : 599, statusText, headers });
  return shownResponse(response, isUsual ? shown : { ...shown, status });
}
