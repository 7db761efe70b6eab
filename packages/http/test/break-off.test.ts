import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createFetch } from '@stepfork/http';
import { record } from '@stepfork/interceptor';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { replayOf } from './record-and-replay.ts';

const events = 'data: one\n\ndata: two\n\ndata: three\n\n';
const answers: Readonly<Record<string, readonly [string, string]>> = {
  '/json': ['application/json', '{"a":1}'],
  '/events': ['text/event-stream', events],
  '/text': ['text/plain', 'some text'],
};
let server: Server;
let url = '';

beforeAll(async () => {
  server = createServer((request, response) => {
    const [type, body] = answers[request.url ?? ''] ?? ['text/plain', ''];
    response.writeHead(200, { 'content-type': type }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** Its words are not the same for all ways to read, nor in all versions of Node. */
function nameOf(error: unknown): unknown {
  return [(error as Error).constructor.name, (error as Error).name];
}

const reads: Readonly<Record<string, (response: Response, leave: () => void) => Promise<unknown>>> = {
  'asks for the text': (response, leave) => {
    leave();
    return response.text();
  },
  'asks for the bytes': (response, leave) => {
    leave();
    return response.arrayBuffer();
  },
  'reads by the body': (response, leave) => {
    leave();
    return (response.body as ReadableStream<Uint8Array>).getReader().read();
  },
  'has read one piece': async (response, leave) => {
    const reader = (response.body as ReadableStream<Uint8Array>).getReader({ mode: 'byob' });
    const { value } = await reader.read(new Uint8Array(4));
    leave();
    return [value?.byteLength, await reader.read(new Uint8Array(4)).catch(nameOf)];
  },
  'has read it all': async (response, leave) => {
    const text = await response.text();
    leave();
    return text;
  },
};
const rows = Object.keys(answers).flatMap((path) => Object.keys(reads).map((how) => [path, how] as const));

test.each(rows)('%s: who breaks off when all of it has come, and %s, gets what fetch gives', async (path, how) => {
  const agentOn = (fetch: typeof globalThis.fetch) => async (): Promise<unknown> => {
    const leaving = new AbortController();
    const response = await fetch(`${url}${path}`, { signal: leaving.signal });
    // By then the other answer is there.
    await (await fetch(`${url}/other`)).text();
    return reads[how]?.(response, () => leaving.abort()).catch(nameOf);
  };
  const real = await record(agentOn(globalThis.fetch), null);
  const recorded = await record(agentOn(createFetch()), null);
  expect(recorded.outcome).toEqual(real.outcome);
  const { trace, stop } = await replayOf(recorded, agentOn(createFetch()));
  expect(stop).toBeNull();
  expect(trace.outcome).toEqual(recorded.outcome);
});
