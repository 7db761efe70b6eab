import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createFetch } from '@stepfork/http';
import { type Agent, record } from '@stepfork/interceptor';
import { type Replay, replay } from '@stepfork/replay';
import { startProvider } from '@stepfork/testkit';
import OpenAI from 'openai';
import { describe, expect, test } from 'vitest';

type Ask = (client: OpenAI) => Promise<unknown>;

const model = 'gpt';
const file = (text: string): File => new File([text], 'a.txt', { type: 'text/plain' });
const upload = async (client: OpenAI, text: string): Promise<string> =>
  (await client.files.create({ purpose: 'user_data', file: file(text) })).id;

/** What is asked by `ask` and recorded by `recorded` (default: the same), with these requests sent once more to a server whose ids are new. */
async function replayed(ask: Ask, live: readonly string[], recorded: Ask = ask): Promise<Replay & { readonly sent: number }> {
  const provider = await startProvider({ ids: 'random' });
  try {
    const client = new OpenAI({ apiKey: 'sk-0123456789abcdefghijklmnop', baseURL: `${provider.url}/v1`, fetch: createFetch() });
    const trunk = await record(() => recorded(client), null);
    expect(trunk.outcome.kind).toBe('returned');
    const before = provider.requests.length;
    const host = new URL(provider.url).host;
    const tools = Object.fromEntries(live.map((path) => [`POST ${host}/v1/${path}`, 'live' as const]));
    const agent: Agent<null, unknown> = () => ask(client);
    const done = await replay({ trunk, forks: [], sealed: true, damage: null }, agent as Agent<unknown, unknown>, { policies: { tools } });
    return { ...done, sent: provider.requests.length - before };
  } finally {
    await provider.close();
  }
}

const askAbout = async (client: OpenAI, ids: readonly string[]): Promise<string> => {
  const content = ids.map((id) => ({ type: 'input_file' as const, file_id: id }));
  return (await client.responses.create({ model, input: [{ role: 'user', content }] })).output_text;
};

const agents: Readonly<Record<string, readonly [ask: Ask, live: readonly string[]]>> = {
  'a conversation that a model then answers in': [
    async (client) => {
      const { id: conversation } = await client.conversations.create({});
      await client.responses.create({ model, conversation, input: 'Where?' });
      return (await client.conversations.items.list(conversation)).data.length;
    },
    ['conversations'],
  ],
  'a file that goes into a store, which a model searches': [
    async (client) => {
      const store = await client.vectorStores.create({ name: 'orders', file_ids: [await upload(client, 'abc')] });
      const tools = [{ type: 'file_search' as const, vector_store_ids: [store.id] }];
      return (await client.responses.create({ model, input: 'Where?', tools })).output_text;
    },
    ['files', 'vector_stores'],
  ],
  'a thread with its messages and its run': [
    async (client) => {
      const { threads } = client.beta;
      const thread = await threads.create({});
      await threads.messages.create(thread.id, { role: 'user', content: 'Where?' });
      const run = await threads.runs.createAndPoll(thread.id, { assistant_id: 'asst_of_the_user' });
      return (await threads.messages.list(thread.id, { run_id: run.id })).data.length;
    },
    ['threads'],
  ],
  'a thread that is made with its first run': [
    async (client) => {
      const { threads } = client.beta;
      const run = await threads.createAndRun({ assistant_id: 'asst_of_the_user' });
      await threads.runs.retrieve(run.id, { thread_id: run.thread_id });
      return (await threads.messages.list(run.thread_id, { run_id: run.id })).data.length;
    },
    ['threads/runs'],
  ],
};

describe('what a live request had a server make is known as what was recorded in its place', () => {
  test.each(Object.entries(agents))('%s', async (_, [ask, live]) => {
    const { stop, receipt, trace, recording, sent } = await replayed(ask, live);
    expect(stop).toBeNull();
    expect(trace.outcome).toEqual(recording.outcome);
    expect(receipt.mintedIds).toBeGreaterThan(0);
    expect(sent).toBe(live.length);
    expect(receipt.entries.filter(({ how }) => how === 'live')).toHaveLength(live.length);
  });

  test('two files in the other order are another question', async () => {
    const inOrder: Ask = async (client) => askAbout(client, [await upload(client, 'abc'), await upload(client, 'def')]);
    const mixedUp: Ask = async (client) => {
      const [one, other] = [await upload(client, 'abc'), await upload(client, 'def')];
      return askAbout(client, [other, one]);
    };
    expect((await replayed(inOrder, ['files'])).stop).toBeNull();
    expect((await replayed(mixedUp, ['files'], inOrder)).stop).toMatchObject({ reason: 'diverged', divergence: { kind: 'model' } });
  });

  test('a file of another content is another file', async () => {
    const agentOf =
      (text: string): Ask =>
      async (client) =>
        askAbout(client, [await upload(client, text)]);
    const { stop } = await replayed(agentOf('def'), ['files'], agentOf('abc'));
    expect(stop).toMatchObject({ reason: 'diverged', divergence: { kind: 'model' } });
  });

  test('a number that counts is no id of one thing only: another thing with that number is another question', async () => {
    let orders = 10;
    const server = createServer(({ method }, response) => {
      if (method === 'POST') orders += 1;
      response.writeHead(method === 'POST' ? 201 : 200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(method === 'POST' ? { id: String(orders) } : { price: 4 }));
    });
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    const fetching = createFetch();
    const ordering =
      (product: string): Agent<unknown, unknown> =>
      async () => {
        await (await fetching(`http://${host}/orders`, { method: 'POST', body: '{}' })).json();
        return (await fetching(`http://${host}/products/${product}`)).json();
      };
    try {
      const trunk = await record(ordering('11'), null);
      const policies = { tools: { [`POST ${host}/orders`]: 'live' } } as const;
      const { stop } = await replay({ trunk, forks: [], sealed: true, damage: null }, ordering('12'), { policies });
      expect(stop).toMatchObject({ reason: 'diverged', divergence: { input: { url: '/products/12' } } });
    } finally {
      server.close();
      server.closeAllConnections();
    }
  });
});
