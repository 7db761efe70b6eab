import { type Call, isJsonObject } from '@stepfork/trace';

/** The call is a request over HTTP: its input is one, and so is the name of what asks no model. */
export function isHttpCall({ kind, name, input }: Call): boolean {
  if (!isJsonObject(input)) return false;
  const { method, url, headers } = input;
  return (
    typeof method === 'string' && typeof url === 'string' && isJsonObject(headers) && (kind === 'model' || name.startsWith(`${method} `))
  );
}
