import { type Call, isJsonObject, type JsonObject } from '@stepfork/trace';

/** A call that is a request over HTTP. */
export interface HttpCall extends Call {
  readonly input: JsonObject & {
    readonly method: string;
    /** Without its host. */
    readonly url: string;
    readonly headers: JsonObject;
  };
}

/** The call is a request over HTTP: its input is one, and so is the name of what asks no model. */
export function isHttpCall(call: Call): call is HttpCall {
  const { kind, name, input } = call;
  if (!isJsonObject(input)) return false;
  const { method, url, headers } = input;
  return (
    typeof method === 'string' && typeof url === 'string' && isJsonObject(headers) && (kind === 'model' || name.startsWith(`${method} `))
  );
}
