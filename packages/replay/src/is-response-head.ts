import type { Json, JsonObject } from '@stepfork/trace';

/** The first part of an HTTP answer: its status and headers. */
export function isResponseHead(part: Json | undefined): part is JsonObject {
  return isObject(part) && typeof part.status === 'number' && isObject(part.headers) && typeof part.url === 'string';
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
