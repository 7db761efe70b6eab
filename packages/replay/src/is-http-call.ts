import type { Call, Json, JsonObject } from '@stepfork/trace';

/** The call is a request over HTTP: its input is one, and so is the name of what asks no model. */
export function isHttpCall({ kind, name, input }: Call): boolean {
  if (!isObject(input)) return false;
  const { method, url, headers } = input;
  return typeof method === 'string' && typeof url === 'string' && isObject(headers) && (kind === 'model' || name.startsWith(`${method} `));
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
