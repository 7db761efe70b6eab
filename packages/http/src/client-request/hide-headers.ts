import type { ClientRequest, IncomingMessage } from 'node:http';

/**
 * The headers of the answer name those that are recorded where all are asked for, as those of `fetch` do (`listedHeaders`); each other one is
 * answered to who asks for it by its name.
 */
export function hideHeaders(request: ClientRequest, listed: ReadonlySet<string>): void {
  request.prependOnceListener('response', (message: IncomingMessage) => {
    for (const headers of [message.headers, message.headersDistinct]) {
      for (const name of Object.keys(headers)) if (!listed.has(name)) Object.defineProperty(headers, name, { enumerable: false });
    }
    const { rawHeaders } = message;
    message.rawHeaders = rawHeaders.filter((_one, at) => listed.has((rawHeaders[at - (at % 2)] ?? '').toLowerCase()));
    // Node throws away what nobody listens for; it takes us for somebody.
    if (request.listenerCount('response') === 0) message.resume();
  });
}
