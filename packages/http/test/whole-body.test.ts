import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createFetch } from '@stepfork/http';
import { record } from '@stepfork/interceptor';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { replayOf, told } from './record-and-replay.ts';

const json = { 'content-type': 'application/json' };
const bodies: Readonly<Record<string, string | Buffer>> = {
  '/object': '{"a":[1,2,"ü"],"b":12345678901234567890}',
  '/mark': '\ufeff{"a":1}',
  '/none': '',
  '/text': 'no JSON',
  '/bytes': Buffer.from([0x22, 0xfc, 0x22]),
};
let server: Server;
let url = '';

beforeAll(async () => {
  server = createServer((request, response: ServerResponse) => response.writeHead(200, json).end(bodies[request.url ?? '']));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

type Use = (response: Response) => unknown;

/** What comes of each use, one after the other, and how the body stands after it. */
async function usedBy(fetch: typeof globalThis.fetch, path: string, uses: readonly Use[]): Promise<unknown> {
  const response = await fetch(`${url}${path}`);
  const all: unknown[] = [];
  for (const use of uses) {
    try {
      all.push(await use(response));
    } catch (error) {
      const { class: kind, message } = told(error) as { readonly class: unknown; readonly message: unknown };
      all.push({ kind, message });
    }
    all.push([response.bodyUsed, response.body?.locked]);
  }
  return all;
}

const uses: Readonly<Record<string, Use>> = {
  text: (response) => response.text(),
  json: (response) => response.json(),
  bytes: async (response) => Buffer.from(await response.arrayBuffer()).toString('hex'),
  blob: async (response) => (await response.blob()).size,
  'the text of a clone': (response) => response.clone().text(),
  'the text, by the method of the class': (response) => Response.prototype.text.call(response),
  'the text of a response around its body': (response) => new Response(response.body).text(),
  'the first piece': async (response) => {
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    const { value } = await reader.read();
    reader.releaseLock();
    return value?.byteLength;
  },
  'a piece in memory of its own': async (response) => {
    const reader = (response.body as ReadableStream<Uint8Array>).getReader({ mode: 'byob' });
    const { value } = await reader.read(new Uint8Array(4));
    reader.releaseLock();
    return value?.byteLength;
  },
  'a reader that reads nothing': (response) => response.body?.getReader().releaseLock(),
  'an end': (response) => response.body?.cancel(),
};
const names = Object.keys(uses);
const pairs = names.flatMap((first) => names.map((second) => [first, second] as const));

test.each(Object.keys(bodies))(
  '%s: a recorded body is the same as that of the real fetch, whatever is done with it, and then',
  async (path) => {
    const asked = (fetch: typeof globalThis.fetch) => async (): Promise<unknown> => {
      const all: unknown[] = [];
      for (const pair of pairs)
        all.push([
          pair.join(),
          await usedBy(
            fetch,
            path,
            pair.map((name) => uses[name] as Use),
          ),
        ]);
      return all;
    };
    const real = await record(asked(globalThis.fetch), null);
    const recorded = await record(asked(createFetch()), null);
    const { stop, trace } = await replayOf(recorded, asked(createFetch()), { maxCalls: 1_000 });
    expect(stop).toBeNull();
    expect(trace.outcome).toEqual(recorded.outcome);
    expect(recorded.outcome).toEqual(real.outcome);
  },
);

test('a response whose body was read at once is a Response all the same', async () => {
  const agent = async (): Promise<unknown> => {
    const response = await createFetch()(`${url}/object`);
    await response.text();
    return [response instanceof Response, response.constructor === Response, Object.prototype.toString.call(response), response.ok];
  };
  const recorded = await record(agent, null);
  expect((await replayOf(recorded, agent)).trace.outcome).toEqual({ kind: 'returned', value: [true, true, '[object Response]', true] });
});

test('who is aborted before the body came hears of it', async () => {
  const agent = async (): Promise<unknown> => {
    const leaving = new AbortController();
    const response = await createFetch()(`${url}/object`, { signal: leaving.signal });
    const text = response.text();
    leaving.abort(new Error('enough'));
    return text.catch((error: unknown) => told(error));
  };
  const recorded = await record(() => createFetch()(`${url}/object`).then((response) => response.text()), null);
  const { trace } = await replayOf(recorded, agent);
  expect(trace.outcome).toMatchObject({ kind: 'returned', value: { message: 'enough' } });
  expect(trace.steps[0]?.outcome).toMatchObject({ kind: 'streamed', end: { kind: 'cancelled' } });
});
