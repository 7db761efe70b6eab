import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { createFetch } from '../fetch/create-fetch.ts';
import { isDecoded } from './decoded.ts';
import type { Exchange } from './exchange.ts';
import { hideHeaders } from './hide-headers.ts';
import { sendRequest } from './send-request.ts';

interface Asked extends RequestInit {
  readonly exchange: Exchange;
  /** Of the request, as they were written. */
  readonly rawHeaders: readonly string[];
}

const exchanges = new WeakMap<object, Exchange>();
let server: Server | null = null;

const fetch = createFetch({
  fetch: (url, init) => {
    const { exchange, rawHeaders, method = 'GET', body, signal } = init as Asked;
    return sendRequest(exchange, {
      url: url as URL,
      method,
      rawHeaders,
      body: (body ?? null) as Uint8Array | null,
      signal: signal ?? null,
    });
  },
});

/** Answers the request as `fetch` would, at the other end of its socket. */
export function answerExchange(exchange: Exchange, socket: Duplex): void {
  exchanges.set(socket, exchange);
  server ??= makeServer();
  server.emit('connection', socket);
}

/** It listens nowhere: Node's own reading of a request and writing of an answer, for sockets that it is handed. */
function makeServer(): Server {
  const made = createServer({ maxHeaderSize: 1_048_576, requireHostHeader: false, keepAliveTimeout: 0 });
  made.on('request', (asked: IncomingMessage, response: ServerResponse) => {
    const exchange = exchanges.get(asked.socket);
    if (exchange !== undefined) answer(asked, response, exchange).catch((error: Error) => exchange.client.destroy(error));
  });
  made.on('clientError', (error: Error, socket: Duplex) => exchanges.get(socket)?.client.destroy(error));
  return made;
}

async function answer(asked: IncomingMessage, response: ServerResponse, exchange: Exchange): Promise<void> {
  const { client } = exchange;
  const { method = 'GET', rawHeaders } = asked;
  const leaving = new AbortController();
  let leave = (): void => leaving.abort();
  client.once('close', () => leave());
  response.on('error', () => {});
  const init: Asked = {
    exchange,
    method,
    rawHeaders,
    headers: pairsOf(rawHeaders),
    body: (await bytesOf(asked)) as Uint8Array<ArrayBuffer> | null,
    signal: leaving.signal,
  };
  const { status, statusText, headers, body } = await fetch(urlOf(asked, exchange), init);
  hideHeaders(exchange.request, new Set(headers.keys()));
  response.sendDate = false;
  response.writeHead(status, statusText, sentOf(headers).flat());
  response.flushHeaders();
  const reader = body?.getReader();
  // From now on who leaves throws the rest of the answer away.
  leave = () => void reader?.cancel().catch(() => {});
  if (client.destroyed) leave();
  else await pass(reader, response);
}

/** A part when it comes, the next one when the client has taken it. */
async function pass(reader: ReadableStreamDefaultReader<Uint8Array> | undefined, response: ServerResponse): Promise<void> {
  try {
    for (let next = await reader?.read(); next?.done === false; next = await reader?.read()) {
      const { value } = next;
      if (value.byteLength > 0) await new Promise<void>((resolve) => response.write(value, () => resolve()));
    }
    response.end();
  } catch {
    // What came before it comes to the client, then the end of the connection in the middle of an answer.
    response.socket?.end();
  }
}

/** Those that are not listed, too. Bodies come decompressed: by us, or by `fetch` where it was recorded. */
function sentOf(headers: Headers): readonly (readonly [string, string])[] {
  const all = [...Headers.prototype.entries.call(headers)];
  return all.filter(([name, value]) => !ofConnection.has(name) && !(name === 'content-encoding' && isDecoded(value)));
}

/** What a connection says of itself. */
const ofConnection: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'keep-alive',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

function urlOf({ url = '/', headers }: IncomingMessage, { isSecure, options }: Exchange): URL {
  const { host, port } = options;
  // To a proxy the whole URL is sent.
  return new URL(url, `${isSecure ? 'https' : 'http'}://${headers.host ?? `${host}:${port}`}`);
}

function pairsOf(raw: readonly string[]): [string, string][] {
  return raw.flatMap((name, at): [string, string][] => (at % 2 === 0 ? [[name, raw[at + 1] ?? '']] : []));
}

/** `null`: there is none. */
async function bytesOf(asked: IncomingMessage): Promise<Uint8Array | null> {
  const pieces: Buffer[] = [];
  for await (const piece of asked) pieces.push(piece as Buffer);
  return pieces.length === 0 ? null : Buffer.concat(pieces);
}
