import type { Json } from '@stepfork/trace';
import { type HttpRequest, isHttpRequest } from './is-http-request.ts';

/** A request as it went over HTTP: what was meant is in its body. */
export function isWireRequest(input: Json): input is HttpRequest & { readonly body: Json } {
  return isHttpRequest(input) && 'body' in input;
}
