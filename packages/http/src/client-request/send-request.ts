import { type ClientRequest, request as plainRequest, type RequestOptions } from 'node:http';
import { request as secureRequest } from 'node:https';
import type { Exchange } from './exchange.ts';
import { markKnown } from './known-requests.ts';
import { responseOf } from './response-of.ts';

export interface Sent {
  readonly url: URL;
  readonly method: string;
  readonly rawHeaders: readonly string[];
  readonly body: Uint8Array | null;
  readonly signal: AbortSignal | null;
}

// Node's own: taken before anything stands in their place.
const send = { plain: plainRequest, secure: secureRequest };
let sending = 0;

/** The request that is being made is ours. */
export function isSending(): boolean {
  return sending > 0;
}

/** Sends a request as it would have been sent without us: by the same agent, with the same headers. */
export function sendRequest(
  { request, agent, options, isSecure }: Exchange,
  { url, method, rawHeaders, body, signal }: Sent,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const { timeout: _ofTheClient, ...others } = options;
    const real = outside(isSecure, {
      ...others,
      agent,
      method,
      path: request.path,
      headers: rawHeaders,
      ...(signal !== null && { signal }),
    });
    real.on('error', reject);
    real.on('response', (message) => {
      try {
        resolve(responseOf(message, { url, method }));
      } catch (error) {
        message.destroy();
        reject(error);
      }
    });
    real.end(body ?? undefined);
  });
}

function outside(isSecure: boolean, options: RequestOptions): ClientRequest {
  sending += 1;
  try {
    return markKnown(isSecure ? send.secure(options) : send.plain(options));
  } finally {
    sending -= 1;
  }
}
