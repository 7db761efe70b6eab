import { isJsonObject, type Json, type JsonObject } from '@stepfork/trace';

/** A request as it went over HTTP: what was meant is in its body. */
export function isWireRequest(input: Json): input is JsonObject & { readonly body: Json } {
  if (!isJsonObject(input) || !('body' in input)) return false;
  return typeof input.method === 'string' && typeof input.url === 'string' && isJsonObject(input.headers);
}
