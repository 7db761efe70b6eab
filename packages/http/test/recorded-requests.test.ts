import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createFetch } from '@stepfork/http';
import { createProjectRedactor, record } from '@stepfork/interceptor';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callsOf, replayOf } from './record-and-replay.ts';

let server: Server;
let url = '';

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const { messages } = JSON.parse(await text(request)) as { readonly messages: readonly unknown[] };
    const message = { role: 'assistant', content: `answer ${messages.length}` };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ choices: [{ index: 0, message }] }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/chat/completions`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const secret = 'sk-proj-Zq8fJ2mN5vB1xC7kL0pR3tY6wE9aS4dG';

type Write = (body: object) => string;

/** A conversation, with a secret in its second question. */
function conversing(write: Write): () => Promise<unknown> {
  return async () => {
    const fetch = createFetch();
    const messages: unknown[] = [];
    for (const content of ['Hello', `My key is ${secret}.`, 'And now?', 'And now?']) {
      messages.push({ role: 'user', content });
      const body = write({ model: 'gpt-4o', messages });
      const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
      const { choices } = (await response.json()) as { readonly choices: readonly { readonly message: unknown }[] };
      messages.push(choices[0]?.message);
    }
    return messages;
  };
}

test('a request that is known by its text is what it is taken apart: same trace, same receipt, no secret', async () => {
  const redactor = createProjectRedactor({ key: new Uint8Array(32) });
  const recorded = await record(conversing(JSON.stringify), null, { redactor });
  const [known, apart] = [
    await replayOf(recorded, conversing(JSON.stringify), { redactor }),
    await replayOf(
      recorded,
      conversing((body) => JSON.stringify(body, null, 1)),
      { redactor },
    ),
  ];
  expect([known.stop, callsOf(known.trace)]).toEqual([null, callsOf(recorded)]);
  expect([apart.stop, callsOf(apart.trace), apart.receipt.entries]).toEqual([null, callsOf(known.trace), known.receipt.entries]);
  expect(JSON.stringify(known.trace)).not.toContain(secret);
  expect(known.trace.steps[0]?.call.input).toBe(recorded.steps[0]?.call.input);
});
