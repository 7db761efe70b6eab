import { isJsonObject, type Json, type JsonObject } from '@stepfork/trace';

/** The first part of an HTTP answer: its status and headers. */
export function isResponseHead(part: Json | undefined): part is JsonObject {
  return isJsonObject(part) && typeof part.status === 'number' && isJsonObject(part.headers) && typeof part.url === 'string';
}
