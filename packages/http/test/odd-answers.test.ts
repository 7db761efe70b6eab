import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { createFetch } from '@stepfork/http';
import { record } from '@stepfork/interceptor';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { replayOf } from './record-and-replay.ts';

const json = { 'content-type': 'application/json' };
const answers: Readonly<Record<string, (response: ServerResponse) => void>> = {
  '/zero': (response) => response.writeHead(200, json).end('{"a":-0,"b":[-0.0,0]}'),
  '/latin.csv': (response) => response.writeHead(200, { 'content-type': 'text/csv' }).end(Buffer.from('Gr\u00fc\u00dfe', 'latin1')),
  '/latin.json': (response) => response.writeHead(200, json).end(Buffer.from('{"a":"\u00fc"}', 'latin1')),
  '/euro.txt': (response) => {
    response.writeHead(200, { 'content-type': 'text/plain' }).write(Buffer.from('€'.repeat(3)).subarray(0, 4));
    setTimeout(() => response.end(Buffer.from('€'.repeat(3)).subarray(4)), 10);
  },
  '/head': (response) => response.writeHead(200, { ...json, 'content-length': '7' }).end(),
  '/999': (response) => response.writeHead(999, { 'content-type': 'text/plain' }).end('not you'),
  '/pages?page=1': (response) => response.writeHead(200, { ...json, 'x-next-page': '2', 'x-build': 'b7', 'set-cookie': 'a=b' }).end('1'),
  '/pages?page=2': (response) => response.writeHead(200, { ...json, 'x-build': 'b7' }).end('2'),
};
let server: Server;
let url = '';

beforeAll(async () => {
  server = createServer((request, response) => answers[request.url ?? '']?.(response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

type Fetch = typeof globalThis.fetch;
const hex = async (response: Response): Promise<string> => Buffer.from(await response.arrayBuffer()).toString('hex');

async function pages(fetch: Fetch): Promise<unknown> {
  const all: unknown[] = [];
  for (let page: string | null = '1'; page !== null; ) {
    const response: Response = await fetch(`${url}/pages?page=${page}`);
    const { headers } = response.clone();
    all.push(await response.json(), headers.get('x-build'), Object.fromEntries(headers));
    page = response.headers.get('x-next-page');
  }
  return all;
}

test.each<[string, (fetch: Fetch) => Promise<unknown>]>([
  ['a zero below zero', async (fetch) => (await fetch(`${url}/zero`)).json()],
  ['a text that is not UTF-8', async (fetch) => hex(await fetch(`${url}/latin.csv`))],
  ['JSON that is not UTF-8', async (fetch) => hex(await fetch(`${url}/latin.json`))],
  ['a character that comes in two pieces', async (fetch) => (await fetch(`${url}/euro.txt`)).text()],
  ['no body, since only the head was asked for', async (fetch) => (await fetch(`${url}/head`, { method: 'HEAD' })).body],
  [
    'a status that no standard knows',
    async (fetch) => {
      const response = await fetch(`${url}/999`);
      return [response.status, response.ok, response.clone().status, await response.text()];
    },
  ],
])('%s is what the agent gets from the real fetch, in a recording and in a replay', async (_what, ask) => {
  const real = await record(() => ask(globalThis.fetch), null);
  const recorded = await record(() => ask(createFetch()), null);
  expect(recorded.outcome).toEqual(real.outcome);
  const { stop, trace } = await replayOf(recorded, () => ask(createFetch()));
  expect([stop, trace.outcome]).toEqual([null, real.outcome]);
});

test('a header that the agent asks for by its name is answered in a replay, too', async () => {
  const recorded = await record(() => pages(createFetch()), null);
  expect(recorded.outcome).toEqual({ kind: 'returned', value: [1, 'b7', { ...json, 'x-next-page': '2' }, 2, 'b7', json] });
  expect(JSON.stringify(recorded)).not.toContain('a=b');
  const { stop, trace } = await replayOf(recorded, () => pages(createFetch()));
  expect([stop, trace.outcome]).toEqual([null, recorded.outcome]);
});

test('a fetch from elsewhere, whose responses are of classes of its own', async () => {
  const elsewhere = async (): Promise<unknown> => ({
    status: 200,
    statusText: 'OK',
    url: `${url}/zero`,
    headers: new Map([['content-type', 'application/json']]),
    body: Readable.from([Buffer.from('{"a"'), Buffer.from(':1}')]),
  });
  const agent = async (): Promise<unknown> => {
    const response = await createFetch({ fetch: elsewhere as Fetch })(`${url}/zero`);
    return [response.status, new URL(response.url).pathname, await response.json()];
  };
  const recorded = await record(agent, null);
  expect(recorded.outcome).toEqual({ kind: 'returned', value: [200, '/zero', { a: 1 }] });
  expect((await replayOf(recorded, agent)).trace.outcome).toEqual(recorded.outcome);
});
