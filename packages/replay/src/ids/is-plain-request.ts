import { isJsonObject, type Json, type JsonObject } from '@stepfork/trace';

/** A request over HTTP, with a body or without. */
export function isPlainRequest(input: Json): input is JsonObject {
  return isJsonObject(input) && typeof input.method === 'string' && typeof input.url === 'string';
}
