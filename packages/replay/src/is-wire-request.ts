import type { Json, JsonObject } from '@stepfork/trace';

/** A request as it went over HTTP: what was meant is in its body. */
export function isWireRequest(input: Json): input is JsonObject & { readonly body: Json } {
  if (!isObject(input) || !('body' in input)) return false;
  return typeof input.method === 'string' && typeof input.url === 'string' && isObject(input.headers);
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
