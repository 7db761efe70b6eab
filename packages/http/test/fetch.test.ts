import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createFetch } from '@stepfork/http';
import { record, tool } from '@stepfork/interceptor';
import { createTraceWriter } from '@stepfork/trace';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callsOf, replayOf, told } from './record-and-replay.ts';

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const fetch = createFetch();
let server: Server;
let url = '';
let received: { readonly method: string; readonly url: string; readonly body: string }[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      received.push({ method: request.method ?? '', url: request.url ?? '', body: Buffer.concat(pieces).toString() });
      if (request.url === '/broken') response.destroy();
      answer(request.url?.split('?')[0] ?? '', (status, headers, body) => {
        response.writeHead(status, headers);
        response.end(body);
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

function answer(path: string, send: (status: number, headers: Record<string, string>, body?: string | Buffer) => void): void {
  const type = { 'content-type': 'application/json', 'set-cookie': 'session=cookie-0123456789', 'x-ratelimit-remaining': '7' };
  if (path === '/moved') send(302, { location: '/orders/7' });
  else if (path === '/nothing') send(204, {});
  else if (path === '/not-found') send(404, type, '{"error":"none"}');
  else if (path === '/big') send(200, type, '{"id":12345678901234567890,"tiny":1e-400,"plain":1.5}');
  else if (path === '/bytes') send(200, { 'content-type': 'application/octet-stream' }, Buffer.from([0, 255, 128, 1]));
  else if (path === '/text') send(200, { 'content-type': 'text/plain' }, 'grüße ☀️');
  else if (path === '/empty') send(200, { 'content-type': 'application/json' }, '');
  else send(200, type, '{"path":"x","list":[1,2]}');
}

async function piecewise(response: Response): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of response.body ?? []) pieces.push(piece as Uint8Array);
  return Buffer.concat(pieces).toString('hex');
}

function all(forEach: (visit: (value: string, key: string) => void) => void): unknown {
  const pairs: [string, string][] = [];
  forEach((value, key) => pairs.push([key, value]));
  return pairs;
}

/** Records, replays with the same, and gives what was recorded. */
async function twice(agent: () => Promise<unknown>): Promise<Awaited<ReturnType<typeof record>>> {
  received = [];
  const recorded = await record(agent, null);
  const sent = received.length;
  const replayed = await replayOf(recorded, agent);
  expect(replayed.stop).toBeNull();
  expect(replayed.trace.outcome).toEqual(recorded.outcome);
  expect(callsOf(replayed.trace)).toEqual(callsOf(recorded));
  expect(received.length).toBe(sent);
  return recorded;
}

describe('a response is in a replay what it was', () => {
  test.each<[string, (response: Response) => unknown]>([
    ['json()', (response) => response.json()],
    ['text()', (response) => response.text()],
    ['arrayBuffer()', async (response) => new Uint8Array(await response.arrayBuffer())],
    ['blob()', async (response) => (await response.blob()).text()],
    ['a clone', async (response) => [await response.clone().json(), await response.json(), response.clone.name]],
    ['a clone that is asked where it came from', (response) => new URL(response.clone().url).pathname],
    ['its body, read piece by piece', async (response) => piecewise(response)],
    ['its url', (response) => response.url],
    ['what it is', ({ ok, status, statusText, redirected, type, bodyUsed }) => [ok, status, statusText, redirected, type, bodyUsed]],
    [
      'its class',
      (response) => [response instanceof Response, response.headers instanceof Headers, response.body instanceof ReadableStream],
    ],
    ['a copy of its headers', ({ headers }) => [new Headers(headers), [...headers], headers].map((all) => Object.fromEntries(all))],
    ['the names of its headers', ({ headers }) => [[...headers.keys()], [...headers.entries()].length, [...headers.values()]]],
    ['each of its headers', ({ headers }) => all((visit) => headers.forEach(visit))],
    ['the headers of a clone', (response) => Object.fromEntries(response.clone().headers)],
    ['its content type', (response) => response.headers.get('content-type')],
    ['nothing of it', () => 'not read'],
  ])('%s', async (_what, read) => {
    const paths = ['/orders/7', '/moved', '/nothing', '/not-found', '/bytes', '/text', '/empty'];
    await twice(async () => {
      const all: unknown[] = [];
      for (const path of paths) {
        try {
          all.push(await read(await fetch(url + path)));
        } catch (error) {
          all.push(told(error));
        }
      }
      return all;
    });
  });

  test('with numbers that no double holds', async () => {
    const recorded = await twice(async () => (await fetch(`${url}/big`)).text());
    expect(recorded.outcome).toEqual({ kind: 'returned', value: '{"id":12345678901234567890,"tiny":1e-400,"plain":1.5}' });
  });
});

describe('a request is the same, however it is handed over', () => {
  const body = JSON.stringify({ n: 1 });
  const headers = { 'content-type': 'application/json' };
  const form = (): FormData => {
    const data = new FormData();
    data.append('name', 'grüße');
    data.append('file', new File([new Uint8Array([1, 2])], 'a.bin', { type: 'application/octet-stream' }));
    return data;
  };
  const stream = (): ReadableStream => new Blob([body]).stream();
  async function* pieces(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(body.slice(0, 3));
    yield Buffer.from(body.slice(3));
  }

  test.each<[string, unknown, (to: string) => Promise<Response>]>([
    ['text', { n: 1 }, (to) => fetch(to, { method: 'POST', headers, body })],
    ['a URL', { n: 1 }, (to) => fetch(new URL(to), { method: 'post', headers: new Headers(headers), body })],
    ['a Request', { n: 1 }, (to) => fetch(new Request(to, { method: 'POST', headers, body }))],
    ['a Request with another body', { n: 2 }, (to) => fetch(new Request(to, { method: 'POST', headers, body }), { body: '{"n":2}' })],
    ['a stream', { n: 1 }, (to) => fetch(to, { method: 'POST', headers, body: stream(), duplex: 'half' })],
    ['an async generator', { n: 1 }, (to) => fetch(to, { method: 'POST', headers, body: pieces() as never, duplex: 'half' })],
    ['a Blob', { n: 1 }, (to) => fetch(to, { method: 'POST', body: new Blob([body], { type: 'application/json' }) })],
    ['bytes', { n: 1 }, (to) => fetch(to, { method: 'POST', headers, body: Buffer.from(body) })],
    ['an ArrayBuffer', { n: 1 }, (to) => fetch(to, { method: 'POST', headers, body: new Uint8Array(Buffer.from(body)).buffer })],
    ['parameters', { form: [['a', '1']] }, (to) => fetch(to, { method: 'POST', body: new URLSearchParams({ a: '1' }) })],
    ['a form', undefined, (to) => fetch(to, { method: 'POST', body: form() })],
    ['a form in a Request', undefined, (to) => fetch(new Request(to, { method: 'POST', body: form() }))],
  ])('%s', async (_how, said, send) => {
    const recorded = await twice(async () => (await send(`${url}/orders?q=1#part`)).json());
    const fields = [
      ['name', 'grüße'],
      ['file', { file: 'a.bin', type: 'application/octet-stream', content: { $: 'bytes', type: 'Uint8Array', value: 'AQI=' } }],
    ];
    expect(recorded.steps[0]?.call).toMatchObject({
      kind: 'tool',
      name: `POST ${new URL(url).host}/orders`,
      input: { method: 'POST', url: '/orders?q=1', body: said ?? { form: fields } },
    });
    expect(received[0]?.body).toMatch(/name="name"|^a=1$|^\{"n":[12]\}$/);
  });
});

test('a header that is not recorded is there while recording, for who asks for it by its name', async () => {
  const agent = async (): Promise<unknown> => {
    const { headers } = (await fetch(`${url}/orders/7`)).clone();
    return [headers.has('date'), headers.getSetCookie().length, [...headers.keys()]];
  };
  expect((await record(agent, null)).outcome).toEqual({ kind: 'returned', value: [true, 1, ['content-type', 'x-ratelimit-remaining']] });
});

test('a connection that breaks: what the error says of the socket is in no trace', async () => {
  const agent = async (): Promise<unknown> => {
    const error: unknown = await fetch(`${url}/broken`).catch((thrown: unknown) => thrown);
    return [error, new Error('wrapped', { cause: error })];
  };
  const recorded = await record(agent, null);
  expect(recorded.outcome).toMatchObject({
    value: [{ message: 'fetch failed' }, { cause: { cause: { fields: { code: 'UND_ERR_SOCKET' } } } }],
  });
  expect(JSON.stringify(recorded)).not.toContain('remotePort');
});

test('what has no HTTP in it, and what fetch refuses, is left to fetch', async () => {
  const trace = await record(async () => [await (await fetch('data:text/plain,abc')).text(), await fetch('nowhere').catch(told)], null);
  expect(trace.steps).toEqual([]);
  expect(trace.outcome).toMatchObject({ value: ['abc', { class: 'TypeError' }] });
});

test('outside of a run, and in the body of a tool, a request is what it always was', async () => {
  expect(await (await fetch(`${url}/orders/7`)).json()).toEqual({ path: 'x', list: [1, 2] });
  const lookup = tool('lookup', async () => (await fetch(`${url}/orders/7`)).json());
  const trace = await record(() => lookup(), null);
  expect(trace.steps.map(({ call }) => call.name)).toEqual(['lookup']);
});

test('a redirect is followed by the real fetch, and is one call', async () => {
  const recorded = await twice(async () => {
    const response = await fetch(`${url}/moved`);
    return [response.redirected, new URL(response.url).pathname];
  });
  expect(recorded.outcome).toMatchObject({ value: [true, '/orders/7'] });
  expect(recorded.steps).toHaveLength(1);
});

test('calls of two runs at once are kept apart', async () => {
  const agent = async (n: number): Promise<unknown> => {
    const answers: unknown[] = [];
    for (let i = 0; i < 3; i += 1) answers.push(await (await fetch(`${url}/orders/${n}${i}`)).json());
    return answers;
  };
  const traces = await Promise.all([1, 2].map((n) => record(agent, n)));
  expect(traces.map(({ steps }) => steps.map(({ call }) => (call.input as { url: string }).url))).toEqual(
    [1, 2].map((n) => [0, 1, 2].map((i) => `/orders/${n}${i}`)),
  );
});

test('a piece of a stream is read before it is taken down, and taken down before what the agent does then', async () => {
  const events = 'data: {"n":1}\n\ndata: {"n":2}\n\n';
  const send = async (): Promise<Response> => new Response(events, { headers: { 'content-type': 'text/event-stream' } });
  const writer = createTraceWriter();
  const partsSoFar = (): number => {
    const [outcome] = writer.trace().steps.map((step) => step.outcome);
    return outcome?.kind === 'streamed' ? outcome.chunks.length : -1;
  };
  const agent = async (): Promise<readonly number[]> => {
    const reader = (await createFetch({ fetch: send })('https://api.example.com/v1/stream')).body?.getReader();
    const before = partsSoFar();
    await reader?.read();
    const read = partsSoFar();
    Math.random();
    const drawn = partsSoFar();
    await reader?.read();
    return [before, read, drawn, partsSoFar()];
  };
  const { outcome, draws } = await record(agent, null, { writer });
  expect(outcome).toEqual({ kind: 'returned', value: [1, 1, 3, 3] });
  // The call, its head and two events have ended by then.
  expect(draws).toMatchObject([{ kind: 'random', endsBefore: 4 }]);
});

test('a secret of the environment that is cut by events of one piece is replaced, and each event stands there once', async () => {
  // Assembled, so that no scanner takes this file for a leak.
  const secret = ['zq7Lm2Kx', '9vRt4Wp8'].join('Yb');
  process.env.CUT_API_KEY = secret;
  const deltas = ['It is ', secret.slice(0, 7), secret.slice(7), ' I think.'];
  const events = deltas.map((content, at) => `data: {"at":${at},"content":"${content}"}\n\n`).join('');
  // All events come in one piece, and the end of the body later.
  const piecewise = {
    start: (controller: ReadableStreamDefaultController) => controller.enqueue(new TextEncoder().encode(events)),
    pull: (controller: ReadableStreamDefaultController) => turn().then(() => controller.close()),
  };
  const send = async (): Promise<Response> =>
    new Response(new ReadableStream(piecewise), { headers: { 'content-type': 'text/event-stream' } });
  try {
    const trace = await record(async () => (await createFetch({ fetch: send })('https://api.example.com/v1/stream')).text(), null);
    const [outcome] = trace.steps.map((step) => step.outcome);
    const parts = outcome?.kind === 'streamed' ? outcome.chunks.slice(1).map(({ value }) => value) : [];
    expect(parts).toMatchObject(deltas.map((_, at) => ({ data: { at } })));
    expect(trace.draws.filter(({ kind, site }) => kind === 'environment' && site === 'CUT_API_KEY')).toHaveLength(1);
    expect(JSON.stringify([parts, trace.draws])).not.toContain(secret.slice(7));
  } finally {
    Reflect.deleteProperty(process.env, 'CUT_API_KEY');
  }
});
