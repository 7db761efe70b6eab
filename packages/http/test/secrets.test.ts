import Anthropic from '@anthropic-ai/sdk';
import { createFetch } from '@stepfork/http';
import { createProjectRedactor, record } from '@stepfork/interceptor';
import { startProvider } from '@stepfork/testkit';
import { createTraceWriter, readTrace, writeTrace } from '@stepfork/trace';
import OpenAI from 'openai';
import { describe, expect, test } from 'vitest';
import { replayOf } from './record-and-replay.ts';

const secrets = {
  openai: 'sk-proj-Zq8fJ2mN5vB1xC7kL0pR3tY6wE9aS4dG',
  anthropic: 'sk-ant-api03-Hh7Gg6Ff5Dd4Ss3Aa2Pp1Oo0Ii9Uu8',
  google: 'AIzaSyD3kf9Jw2mQ7xB5nV1cL8tR4yU6iO0pA2s',
  basic: 'dXNlcjpodW50ZXIyLWh1bnRlcjI=',
  cookie: 'provider-cookie-0123456789',
  device: 'device-5f1d8c2e9b7a4f60',
  query: 'q7Zx2Lm9Wv4Rt6Yb1Nc8',
  client: 'cs-9hT2kWq8LmZ4vXc7',
};

async function agent(url: string): Promise<unknown> {
  const fetch = createFetch();
  const messages = [{ role: 'user' as const, content: 'hi' }];
  await new OpenAI({ apiKey: secrets.openai, baseURL: `${url}/v1`, fetch }).chat.completions.create({ model: 'gpt', messages });
  await new Anthropic({ apiKey: secrets.anthropic, baseURL: url, fetch }).messages.create({ model: 'claude', max_tokens: 9, messages });
  const json = { method: 'POST', headers: { 'content-type': 'application/json' } };
  await fetch(`${url}/v1beta/models/gemini:generateContent?key=${secrets.google}`, {
    ...json,
    body: JSON.stringify({ contents: [{ parts: [] }] }),
  });
  await fetch(`${url}/orders/7?access_token=${secrets.query}&page=2`, {
    headers: {
      authorization: `Basic ${secrets.basic}`,
      cookie: `session=${secrets.cookie}`,
      'x-device-id': secrets.device,
      'api-key': secrets.openai,
    },
  });
  const form = new URLSearchParams({ grant_type: 'client_credentials', client_secret: secrets.client });
  return (await fetch(`${url}/token`, { method: 'POST', body: form })).status;
}

test.each(['packed', 'text'] as const)('no credential of any client stands in a %s trace', async (encoding) => {
  const provider = await startProvider();
  const writer = createTraceWriter();
  const redactor = createProjectRedactor({ key: new Uint8Array(32) });
  const trunk = await record(agent, provider.url, { writer, redactor }).finally(() => provider.close());
  expect(trunk.outcome).toEqual({ kind: 'returned', value: 404 });
  const bytes = await writeTrace({ trunk, forks: [], sealed: true, damage: null }, encoding);
  const read = Buffer.from(await writeTrace(await readTrace(bytes), 'text')).toString();
  const text = `${Buffer.from(bytes).toString('latin1')}${read}${JSON.stringify(trunk.steps)}`;
  expect(Object.entries(secrets).filter(([, secret]) => text.includes(secret))).toEqual([]);
  expect(trunk.steps.map(({ call }) => (call.input as { readonly url: string }).url)).toEqual([
    '/v1/chat/completions',
    '/v1/messages',
    '/v1beta/models/gemini:generateContent',
    '/orders/7?page=2',
    '/token',
  ]);
  // The secret in the form is the agent's own, so its pseudonym needs the key; all others are no part of what is asked.
  const { stop, trace } = await replayOf(trunk, agent, { redactor });
  expect([stop, trace.outcome]).toEqual([null, trunk.outcome]);
});

describe('who it is that a model is asked for', () => {
  const person = 'user_7f3e91ab_account_1d2c3b4a-device-9a8b7c6d';
  const chat = { model: 'm', messages: [{ role: 'user', content: 'hi' }] };
  const json = (value: unknown): Response => Response.json(value);
  const events = (...values: readonly unknown[]): Response =>
    new Response(values.map((value) => `data: ${JSON.stringify(value)}\n\n`).join(''), {
      headers: { 'content-type': 'text/event-stream' },
    });

  test.each([
    ['Anthropic, as its own agents send it', '/v1/messages', { ...chat, metadata: { user_id: person } }, () => json({ content: [] })],
    ['OpenAI chat, user', '/v1/chat/completions', { ...chat, user: person }, () => json({ choices: [] })],
    ['OpenAI chat, safety identifier', '/v1/chat/completions', { ...chat, safety_identifier: person }, () => json({ choices: [] })],
    [
      'OpenAI responses, whose answer says it again',
      '/v1/responses',
      { model: 'm', input: 'hi', user: person },
      () => json({ id: 'resp_1', user: person, safety_identifier: person }),
    ],
    [
      'OpenAI responses, streamed',
      '/v1/responses',
      { model: 'm', input: 'hi', stream: true, safety_identifier: person },
      () => events({ type: 'response.created', response: { user: person, safety_identifier: person } }),
    ],
    ['embeddings', '/v1/embeddings', { model: 'm', input: 'hi', user: person }, () => json({ data: [] })],
  ])('%s: stands in no trace, and is no question', async (_api, path, body, answer) => {
    const ask = (who: string) => async (): Promise<number> => {
      const said = JSON.stringify(body).replaceAll(person, who);
      const response = await createFetch({ fetch: async () => answer() })(`http://127.0.0.1:9${path}`, { method: 'POST', body: said });
      return (await response.text()).length > 0 ? response.status : 0;
    };
    const redactor = createProjectRedactor({ key: new Uint8Array(32) });
    const recorded = await record(ask(person), null, { redactor });
    expect(JSON.stringify(recorded)).not.toContain(person.slice(5, 13));
    expect(JSON.stringify(recorded.steps[0]?.call.input)).toContain('STEPFORKperson');
    // Without the key, and for somebody else: what is asked is the same.
    const { stop, receipt } = await replayOf(recorded, ask('somebody-else'));
    expect([stop, receipt.entries]).toEqual([null, [{ how: 'exact', from: 0, step: 0 }]]);
    const plain = await record(ask(person), null, { redaction: false });
    expect(JSON.stringify(plain)).toContain(person);
  });

  test('what a tool is asked of a person is its own', async () => {
    const ask = async (): Promise<number> =>
      (
        await createFetch({ fetch: async () => json({ user: person }) })('http://127.0.0.1:9/users', {
          method: 'POST',
          body: JSON.stringify({ user: person }),
        })
      ).status;
    const recorded = await record(ask, null, { redactor: createProjectRedactor({ key: new Uint8Array(32) }) });
    expect(JSON.stringify(recorded.steps)).toContain(person);
  });
});
