import { isJsonObject, type Json, type JsonObject } from '@stepfork/trace';

/** What is asked by a request over HTTP. */
export interface HttpRequest extends JsonObject {
  readonly method: string;
  /** Without its host. */
  readonly url: string;
  readonly headers: JsonObject;
}

/** With a body or without. */
export function isHttpRequest(input: Json): input is HttpRequest {
  return isJsonObject(input) && typeof input.method === 'string' && typeof input.url === 'string' && isJsonObject(input.headers);
}
