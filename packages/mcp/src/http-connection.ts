import { toolWork } from '@stepfork/interceptor';
import { Connection } from './connection.ts';
import { responseOf } from './http-error.ts';
import { HttpWire, sessionHeader } from './http-wire.ts';
import { isRequest, type JsonRpcMessage, type JsonRpcRequest } from './json-rpc.ts';
import { ReplyStream } from './reply-stream.ts';

type Fetch = typeof globalThis.fetch;

/** A `fetch` for the transport of one client: the messages that it posts go through a connection, which reaches the server by `fetch` itself. */
export function connectedFetch(url: string, fetch: Fetch): Fetch {
  const wire: HttpWire = new HttpWire(url, fetch, (message) => connection.receive(message));
  const connection: Connection = new Connection(wire, { message: () => {}, closed: () => {} });
  const started = connection.start();

  return async (_input, init = {}) => {
    await started;
    const message = messageIn(init);
    if (message === null) return around(init);
    wire.note(message, init);
    if (isRequest(message)) return ask(message, init);
    try {
      await connection.send(message, { ...(init.signal && { signal: init.signal }) });
    } catch (error) {
      return responseOrThrow(error);
    }
    return new Response(null, { status: 202 });
  };

  /** The stream on which a server speaks unasked, and the end of a session. Who is not there has neither. */
  async function around(init: RequestInit): Promise<Response> {
    if (connection.isUp) return toolWork(() => wire.request(init));
    return new Response(null, { status: init.method === 'DELETE' ? 200 : 405 });
  }

  function ask(message: JsonRpcRequest, { signal }: RequestInit): Promise<Response> {
    const headers = (): Record<string, string> => (wire.sessionId === null ? {} : { [sessionHeader]: wire.sessionId });
    const reply = new ReplyStream(headers);
    const client = { message: (one: JsonRpcMessage) => reply.push(one), closed: () => {} };
    return new Promise((resolve, reject) => {
      reply.response.then(resolve, reject);
      connection
        .send(message, { ...(signal && { signal }) }, client)
        .then(
          () => signal?.throwIfAborted(),
          (error: unknown) => reply.end(responseOrThrow(error)),
        )
        .catch(reject);
    });
  }
}

function responseOrThrow(error: unknown): Response {
  const response = responseOf(error);
  if (response === null) throw error;
  return response;
}

/** `null`: it carries none, or several at once. */
function messageIn({ method, body }: RequestInit): JsonRpcMessage | null {
  if (method !== 'POST' || typeof body !== 'string') return null;
  try {
    const message = JSON.parse(body) as JsonRpcMessage | null;
    return typeof message === 'object' && message !== null && 'jsonrpc' in message ? message : null;
  } catch {
    return null;
  }
}
