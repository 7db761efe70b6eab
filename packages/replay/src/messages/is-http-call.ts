import type { Call } from '@stepfork/trace';
import { type HttpRequest, isHttpRequest } from './is-http-request.ts';

/** A call that is a request over HTTP. */
export interface HttpCall extends Call {
  readonly input: HttpRequest;
}

/** The call is a request over HTTP: its input is one, and so is the name of what asks no model. */
export function isHttpCall(call: Call): call is HttpCall {
  const { kind, name, input } = call;
  return isHttpRequest(input) && (kind === 'model' || name.startsWith(`${input.method} `));
}
