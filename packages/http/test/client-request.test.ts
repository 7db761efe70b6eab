import '@stepfork/http/register';
import http, { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import https from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import zlib from 'node:zlib';
import { unrecordedRequests } from '@stepfork/http';
import { record, tool } from '@stepfork/interceptor';
import axios from 'axios';
import got from 'got';
import { HttpsProxyAgent } from 'https-proxy-agent';
import nodeFetch from 'node-fetch';
import { afterEach, describe, expect, test } from 'vitest';
import { callsOf, recordAndReplay, replayOf } from './record-and-replay.ts';
import { selfSigned } from './self-signed.ts';

interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
  /** Of the connection. */
  readonly port: number;
}

let servers: Server[] = [];
let received: Received[] = [];
afterEach(() => {
  down();
  received = [];
});

function down(): void {
  for (const one of servers) {
    one.closeAllConnections();
    one.close();
  }
  servers = [];
}

async function up(server: Server, at: string | number = 0): Promise<string> {
  servers.push(server);
  await new Promise<void>((resolve) => (typeof at === 'string' ? server.listen(at, resolve) : server.listen(at, '127.0.0.1', resolve)));
  return typeof at === 'string' ? at : `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const answer: RequestListener = async (request, response) => {
  const body = await text(request);
  const { method = '', url = '', headers, socket } = request;
  const times = received.filter((one) => one.url === url).length;
  received.push({ method, url, headers, body, port: socket.remotePort ?? 0 });
  const type = { 'content-type': 'application/json', 'set-cookie': 'session=cookie-0123456789', 'x-request-id': 'req-1' };
  const said = JSON.stringify({ text: 'grüße ☀️ 😀', n: 1 });
  switch (url.slice(1)) {
    case 'gzip':
      return response.writeHead(200, { ...type, 'content-encoding': 'gzip' }).end(zlib.gzipSync(said));
    case 'br':
      return response.writeHead(200, { ...type, 'content-encoding': 'br' }).end(zlib.brotliCompressSync(said));
    case 'deflate':
      return response.writeHead(200, { ...type, 'content-encoding': 'deflate' }).end(zlib.deflateSync(said));
    case 'reset':
      return socket.destroy();
    case 'cut':
      response.writeHead(200, type).write(said.slice(0, 20));
      return setTimeout(() => socket.destroy(), 20);
    case 'never':
      return undefined;
    case 'hangs':
      return response.writeHead(200, { 'content-type': 'text/plain' }).write('so far');
    case 'busy':
      if (times === 0) return response.writeHead(503, { ...type, 'retry-after': '1' }).end('{"error":"busy"}');
      return response.writeHead(200, type).end(said);
    case 'not-found':
      return response.writeHead(404, type).end('{"error":"none"}');
    case 'nothing':
      return response.writeHead(204).end();
    case 'moved':
      return response.writeHead(302, { location: '/orders/7' }).end();
    case 'bytes':
      return response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(Buffer.from([0, 255, 128, 1]));
    case 'events': {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const bytes = Buffer.from(['ä', '☀️', '😀', 'd', 'e'].map((one) => `data: ${one}\n\n`).join(''));
      // Cut inside of characters.
      for (let at = 0; at < bytes.length; at += 3) {
        response.write(bytes.subarray(at, at + 3));
        await new Promise((resolve) => setTimeout(resolve, 2));
      }
      return response.end();
    }
    default:
      return response.writeHead(200, type).end(said);
  }
};

/** What an agent says of an error. */
function told(error: unknown): unknown {
  const { name, message, code, cause } = error as Error & { readonly code?: string };
  return { name, message, code, cause: cause instanceof Error ? [cause.name, cause.message] : undefined };
}

/** Plain, recorded, and replayed with the server down. */
async function thrice(agent: (url: string) => Promise<unknown>): Promise<{ recorded: Awaited<ReturnType<typeof record>>; plain: unknown }> {
  const run = (url: string): Promise<unknown> => agent(url).catch(told);
  const host = await up(createServer(answer));
  const plain = await run(`http://${host}`);
  const asked = received.map(({ port: _port, ...one }) => one);
  received = [];
  const recorded = await record(run, `http://${host}`);
  expect(received.map(({ port: _port, ...one }) => one)).toEqual(asked);
  down();
  const replayed = await replayOf(recorded, run);
  expect(replayed.stop).toBeNull();
  expect(replayed.trace.outcome).toEqual(recorded.outcome);
  expect(callsOf(replayed.trace)).toEqual(callsOf(recorded));
  return { recorded, plain };
}

/** Those of a stream of events, as far as they are read: how the network cuts them is in no trace. */
async function events(stream: AsyncIterable<unknown>, most: number = Number.POSITIVE_INFINITY): Promise<readonly string[]> {
  const decoder = new TextDecoder();
  let all: readonly string[] = [];
  let read = '';
  for await (const piece of stream) {
    read += decoder.decode(piece as Uint8Array, { stream: true });
    all = read.split('\n\n').slice(0, -1);
    if (all.length >= most) break;
  }
  return all;
}

function plainGet(url: string, options: http.RequestOptions = {}): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => http.get(url, options, resolve).on('error', reject));
}

const retries = { retry: { limit: 0 } };

describe('what a client on http.request gives an agent is the same without us, recorded, and replayed with the server down', () => {
  test.each<[string, (url: string) => Promise<unknown>]>([
    ['axios: JSON', async (url) => (await axios.get(`${url}/orders/7`)).data],
    ['axios: a body', async (url) => (await axios.post(`${url}/orders`, { n: 2 })).data],
    ['axios: a form', async (url) => (await axios.post(`${url}/orders`, new URLSearchParams({ a: '1' }))).status],
    [
      'axios: gzip, brotli, deflate',
      async (url) => Promise.all(['gzip', 'br', 'deflate'].map(async (path) => (await axios.get(`${url}/${path}`)).data)),
    ],
    ['axios: a redirect', async (url) => (await axios.get(`${url}/moved`)).data],
    ['axios: bytes', async (url) => (await axios.get<Buffer>(`${url}/bytes`, { responseType: 'arraybuffer' })).data.toString('hex')],
    ['axios: no content', async (url) => (await axios.delete(`${url}/nothing`)).status],
    ['axios: HEAD', async (url) => (await axios.head(`${url}/orders/7`)).headers['x-request-id']],
    [
      'axios: a refusal',
      async (url) => axios.get(`${url}/not-found`).catch((error) => [error.response.status, error.response.data, told(error)]),
    ],
    ['axios: a connection that breaks', (url) => axios.get(`${url}/reset`)],
    ['axios: an answer that is cut', (url) => axios.get(`${url}/cut`)],
    ['axios: a time limit', (url) => axios.get(`${url}/never`, { timeout: 400 })],
    ['axios: an abort', (url) => axios.get(`${url}/never`, { signal: AbortSignal.timeout(400) })],
    [
      'axios: a keep-alive agent',
      async (url) => {
        const httpAgent = new http.Agent({ keepAlive: true, maxSockets: 1 });
        const all = [await axios.get(`${url}/orders/1`, { httpAgent }), await axios.get(`${url}/orders/2`, { httpAgent })];
        httpAgent.destroy();
        return all.map(({ data }) => data);
      },
    ],
    ['got: JSON', (url) => got(`${url}/orders/7`).json()],
    ['got: a body', (url) => got.post(`${url}/orders`, { json: { n: 2 } }).json()],
    ['got: gzip, brotli, deflate', (url) => Promise.all(['gzip', 'br', 'deflate'].map((path) => got(`${url}/${path}`).json()))],
    ['got: a redirect', async (url) => (await got(`${url}/moved`)).redirectUrls.length],
    ['got: retries', (url) => got(`${url}/busy`).json()],
    ['got: a refusal', (url) => got(`${url}/not-found`)],
    ['got: a connection that breaks', (url) => got(`${url}/reset`, retries)],
    ['got: an answer that is cut', (url) => got(`${url}/cut`, retries)],
    ['got: a time limit of the request', (url) => got(`${url}/never`, { ...retries, timeout: { request: 400 } })],
    ['got: a time limit of the answer', (url) => got(`${url}/never`, { ...retries, timeout: { response: 400 } })],
    ['got: a time limit of the socket', (url) => got(`${url}/hangs`, { ...retries, timeout: { socket: 400 } })],
    ['got: an abort', (url) => got(`${url}/never`, { ...retries, signal: AbortSignal.timeout(400) })],
    ['node-fetch: JSON', async (url) => (await nodeFetch(`${url}/orders/7`)).json()],
    ['node-fetch: a body', async (url) => (await nodeFetch(`${url}/orders`, { method: 'POST', body: '{"n":2}' })).json()],
    [
      'node-fetch: gzip, brotli, deflate',
      (url) => Promise.all(['gzip', 'br', 'deflate'].map(async (path) => (await nodeFetch(`${url}/${path}`)).json())),
    ],
    ['node-fetch: a redirect', async (url) => (await nodeFetch(`${url}/moved`)).redirected],
    ['node-fetch: a refusal', async (url) => (await nodeFetch(`${url}/not-found`)).text()],
    ['node-fetch: an abort', (url) => nodeFetch(`${url}/never`, { signal: AbortSignal.timeout(400) })],
    ['http.get: an answer that nobody reads', async (url) => (await plainGet(`${url}/orders/7`)).resume().statusCode],
    ['http.get: an answer that is thrown away', async (url) => (await plainGet(`${url}/orders/7`)).destroy().statusCode],
  ])('%s', async (_what, agent) => {
    const { recorded, plain } = await thrice(agent);
    expect(recorded.steps.length).toBeGreaterThan(0);
    // As JSON: a trace tells `undefined` from nothing.
    const value = recorded.outcome.kind === 'returned' ? recorded.outcome.value : recorded.outcome;
    const shown = JSON.parse(JSON.stringify(value, (_key, one: unknown) => (isUndefined(one) ? undefined : one)));
    expect(shown).toEqual(JSON.parse(JSON.stringify(plain)));
  });

  test.each<[string, (url: string) => Promise<unknown>]>([
    ['axios', async (url) => events((await axios.get(`${url}/events`, { responseType: 'stream' })).data)],
    ['axios, left after two events', async (url) => events((await axios.get(`${url}/events`, { responseType: 'stream' })).data, 2)],
    ['got', (url) => events(got.stream(`${url}/events`))],
    ['got, left after two events', (url) => events(got.stream(`${url}/events`), 2)],
    ['node-fetch', async (url) => events((await nodeFetch(`${url}/events`)).body as AsyncIterable<unknown>)],
    [
      'an answer that is cut, read by node-fetch',
      async (url) => (await nodeFetch(`${url}/cut`)).text().catch((error: Error) => error.name),
    ],
  ])('a stream: %s', async (_what, agent) => {
    await thrice(agent);
  });
});

function isUndefined(one: unknown): boolean {
  return typeof one === 'object' && one !== null && '$' in one && one.$ === 'undefined';
}

test('a request is a call like any other, whoever sends it', async () => {
  const { recorded } = await recordAndReplay(
    (url) => async () => {
      const body = { model: 'gpt-4o', messages: [{ role: 'user', content: 'Weather?' }] };
      const headers = { authorization: 'Bearer sk-proj-0123456789abcdefghijklmnopqrstuvwxyz' };
      const { data } = await axios.post(`${url}/v1/chat/completions?api-key=0123456789`, body, { headers });
      return data.choices[0].message.content;
    },
    null,
  );
  expect(recorded.steps[0]?.call).toMatchObject({
    kind: 'model',
    name: 'gpt-4o',
    input: { method: 'POST', url: '/v1/chat/completions', headers: { 'content-type': 'application/json' }, body: { model: 'gpt-4o' } },
  });
  expect(JSON.stringify(recorded)).not.toMatch(/sk-proj|0123456789abc/);
});

test.each(['orders', 'gzip'])('what came with fetch is answered to axios: %s', async (path) => {
  const host = await up(createServer(answer));
  const send = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"n":2}' };
  const recorded = await record(async () => (await fetch(`http://${host}/${path}`, send)).json(), null);
  down();
  const { stop, trace } = await replayOf(recorded, async () => (await axios.post(`http://${host}/${path}`, { n: 2 })).data);
  expect([stop, trace.outcome]).toEqual([null, recorded.outcome]);
});

test('each piece comes in the tick in which it comes, not when all have come', async () => {
  const host = await up(createServer(answer));
  const gaps: number[] = [];
  await record(async () => {
    let last = performance.now();
    for await (const _piece of await plainGet(`http://${host}/events`)) {
      gaps.push(performance.now() - last);
      last = performance.now();
    }
  }, null);
  expect(gaps.filter((ms) => ms > 1).length).toBeGreaterThan(5);
});

test('by TLS, with the options of its agent', async () => {
  const server = https.createServer(selfSigned, answer) as unknown as Server;
  const host = await up(server);
  const agent = async (): Promise<unknown> => {
    const httpsAgent = new https.Agent({ rejectUnauthorized: false });
    const viaGot = await got(`https://${host}/orders/7`, { https: { rejectUnauthorized: false } }).json();
    const untrusted = await axios.get(`https://${host}/orders/7`).catch(told);
    return [(await axios.get(`https://${host}/orders/7`, { httpsAgent })).data, viaGot, untrusted];
  };
  const recorded = await record(agent, null);
  expect(recorded.outcome).toMatchObject({ value: [{ n: 1 }, { n: 1 }, { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }] });
  expect(recorded.steps[0]?.call.name).toBe(`GET ${host}/orders/{id}`);
  down();
  const { stop, trace } = await replayOf(recorded, agent);
  expect([stop, trace.outcome]).toEqual([null, recorded.outcome]);
});

test('by a socket that is a file, and by an agent that keeps its connection', async () => {
  const socketPath = await up(createServer(answer), join(tmpdir(), `stepfork-${process.pid}.sock`));
  const host = await up(createServer(answer));
  const agent = new http.Agent({ keepAlive: true });
  const recorded = await record(async () => {
    const local = await new Promise<IncomingMessage>((resolve, reject) =>
      http.get({ socketPath, path: '/orders/7' }, resolve).on('error', reject),
    );
    const all = [await text(local)];
    for (const path of ['1', '2']) all.push(await text(await plainGet(`http://${host}/orders/${path}`, { agent })));
    return all.length;
  }, null);
  agent.destroy();
  expect(recorded.outcome).toEqual({ kind: 'returned', value: 3 });
  expect(received[1]?.port).toBe(received[2]?.port);
});

test('through a proxy, which is told the whole URL', async () => {
  const host = await up(createServer(answer));
  const [proxyHost = '', port = ''] = host.split(':');
  const trace = await record(
    async () =>
      (await axios.get('http://api.example.com/v1/orders/7', { proxy: { protocol: 'http', host: proxyHost, port: Number(port) } })).data.n,
    null,
  );
  expect([trace.outcome, received[0]?.url, trace.steps[0]?.call]).toMatchObject([
    { value: 1 },
    'http://api.example.com/v1/orders/7',
    { name: 'GET api.example.com/v1/orders/{id}', input: { url: '/v1/orders/7' } },
  ]);
});

test('through a tunnel, by an agent that is none of Node', async () => {
  const host = await up(https.createServer(selfSigned, answer) as unknown as Server);
  const proxy = createServer();
  const tunnels: string[] = [];
  proxy.on('connect', (request, client) => {
    tunnels.push(request.url ?? '');
    const [to = '', port = ''] = host.split(':');
    const through = connect(Number(port), to, () => client.write('HTTP/1.1 200 OK\r\n\r\n'));
    client.pipe(through).pipe(client);
    for (const one of [client, through]) one.on('error', () => {});
  });
  const proxyHost = await up(proxy);
  const agent = async (): Promise<unknown> => {
    const agent = new HttpsProxyAgent(`http://${proxyHost}`);
    const message = await new Promise<IncomingMessage>((resolve, reject) =>
      https
        .get('https://localhost:8443/v1/orders/7', { agent: agent as unknown as https.Agent, rejectUnauthorized: false }, resolve)
        .on('error', reject),
    );
    return JSON.parse(await text(message));
  };
  const recorded = await record(agent, null);
  expect([tunnels, recorded.steps[0]?.call.name, recorded.outcome]).toMatchObject([
    ['localhost:8443'],
    'GET localhost:8443/v1/orders/{id}',
    { value: { n: 1 } },
  ]);
  down();
  const { stop, trace } = await replayOf(recorded, agent);
  expect([stop, trace.outcome, tunnels.length]).toEqual([null, recorded.outcome, 1]);
});

test('headers that are not recorded are there while recording, for who asks for them by name', async () => {
  const host = await up(createServer(answer));
  const trace = await record(async () => {
    const { headers, rawHeaders, headersDistinct } = (await plainGet(`http://${host}/orders/7`)).resume();
    return [headers.date === undefined, headers['set-cookie']?.length, Object.keys(headers), rawHeaders, Object.keys(headersDistinct)];
  }, null);
  const names = ['content-type', 'x-request-id'];
  expect(trace.outcome).toMatchObject({ value: [false, 1, names, ['content-type', 'application/json', 'x-request-id', 'req-1'], names] });
});

test('outside of a run, and in the body of a tool, a request is what it always was', async () => {
  const host = await up(createServer(answer));
  expect((await plainGet(`http://${host}/orders/7`)).resume().headersDistinct.date).toHaveLength(1);
  const lookup = tool('lookup', async () => [
    (await axios.get(`http://${host}/orders/7`)).data,
    (await axios.post(`http://${host}/orders`)).data,
  ]);
  const trace = await record(() => lookup(), null);
  expect(trace.steps.map(({ call }) => call.name)).toEqual(['lookup']);
});

test('a model call in the body of a tool is a call of its own', async () => {
  const host = await up(createServer(answer));
  const ask = tool('ask', async () => (await axios.post(`http://${host}/v1/chat/completions`, { model: 'gpt-4o', messages: [] })).data.n);
  const { steps } = await record(() => ask(), null);
  expect(steps.map(({ call, parent }) => [call.name, parent])).toEqual([
    ['ask', null],
    ['gpt-4o', 0],
  ]);
});

test('calls of two runs at once are kept apart', async () => {
  const host = await up(createServer(answer));
  const agent = async (n: number): Promise<void> => {
    for (let i = 0; i < 3; i += 1) await buffer(await plainGet(`http://${host}/orders/${n}${i}`));
  };
  const traces = await Promise.all([1, 2].map((n) => record(agent, n)));
  expect(traces.map(({ steps }) => steps.map(({ call }) => (call.input as { url: string }).url))).toEqual(
    [1, 2].map((n) => [0, 1, 2].map((i) => `/orders/${n}${i}`)),
  );
});

test('a request that no recording answers is refused, and opens no socket', async () => {
  const host = await up(createServer(answer));
  const recorded = await record(async () => (await axios.get(`http://${host}/orders/7`)).data, null);
  const sent = received.length;
  const { stop } = await replayOf(recorded, async () => (await axios.get(`http://${host}/orders/8`)).data);
  expect([stop, received.length]).toMatchObject([{ reason: 'diverged', divergence: { why: 'other-input' } }, sent]);
});

test('what goes past us is named while recording and refused in a replay', async () => {
  const host = await up(createServer(answer));
  const agent = async (): Promise<unknown> => {
    const [name = '', port = ''] = host.split(':');
    const message = await plainGet(`http://${host}/orders/7`, { createConnection: () => connect(Number(port), name) });
    return message.resume().statusCode;
  };
  const recorded = await record(agent, null);
  expect([recorded.steps, recorded.outcome]).toEqual([[], { kind: 'returned', value: 200 }]);
  expect(unrecordedRequests()).toContainEqual({ host, why: 'other-client', count: 1 });
  const { stop } = await replayOf(recorded, agent);
  expect(stop).toMatchObject({ divergence: { why: 'socket' } });
});
