import { createFetch } from '@stepfork/http';
import { record } from '@stepfork/interceptor';
import { startProvider } from '@stepfork/testkit';
import type { Trace } from '@stepfork/trace';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { replayOf } from './record-and-replay.ts';

// The changes of a request that recorders of HTTP are known to overlook, or to trip over.
const request = {
  model: 'gpt',
  temperature: 0,
  messages: [
    { role: 'system', content: 'Refund in full.' },
    { role: 'user', content: 'My lamp came broken.' },
    { role: 'assistant', content: 'I am sorry.' },
    { role: 'user', content: 'Refund it.' },
  ],
  tools: [{ type: 'function', function: { name: 'issue_refund', parameters: { type: 'object' } } }],
};
type Request = typeof request;

const said = (at: number, content: string): Request => ({
  ...request,
  messages: request.messages.map((message, index) => (index === at ? { ...message, content } : message)),
});
const headers: Readonly<Record<string, string>> = {
  authorization: 'Bearer sk-proj-0123456789abcdefghijklmnop',
  'openai-beta': 'assistants=v2',
};
const path = '/v1/chat/completions';

let recording: Trace;
const agent =
  (url: string, body: unknown, sent: Readonly<Record<string, string>> = headers, to: string = path) =>
  async (): Promise<unknown> => {
    const response = await createFetch()(`${url}${to}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...sent },
      body: JSON.stringify(body),
    });
    return response.json();
  };

beforeAll(async () => {
  const provider = await startProvider();
  recording = await record(agent(provider.url, request), null);
  await provider.close();
});
afterAll(() => {
  expect(recording.steps).toHaveLength(1);
});

test.each<[string, unknown, Readonly<Record<string, string>>?]>([
  ['nothing', request],
  ['the order of keys', Object.fromEntries(Object.entries(request).reverse())],
  ['the API key', request, { ...headers, authorization: 'Bearer sk-proj-another-0123456789abcdef' }],
  ['no API key at all', request, { 'openai-beta': 'assistants=v2' }],
  ['what the SDK says of the machine', request, { ...headers, 'user-agent': 'OpenAI/JS 9.0.0', 'x-stainless-os': 'BeOS' }],
])('%s is no other question', async (_what, body, sent) => {
  const { stop, trace } = await replayOf(recording, agent('http://127.0.0.1:1', body, sent));
  expect([stop, trace.outcome]).toEqual([null, recording.outcome]);
});

test.each<[string, unknown, string]>([
  ['the system prompt', said(0, 'Refund what is asked.'), '/body/messages/0/content'],
  ['an earlier message of the assistant', said(2, 'Never.'), '/body/messages/2/content'],
  ['words added to the last message', said(3, 'Refund it. Now.'), '/body/messages/3/content'],
  ['the model', { ...request, model: 'gpt-mini' }, ''],
  ['the temperature', { ...request, temperature: 1 }, '/body/temperature'],
  ['no tools', { ...request, tools: [] }, '/body/tools'],
  [
    'the schema of a tool',
    { ...request, tools: [{ type: 'function', function: { name: 'issue_refund', parameters: { type: 'string' } } }] },
    '/body/tools/0/function/parameters/type',
  ],
  ['a parameter more', { ...request, top_p: 0.5 }, '/body/top_p'],
])('%s is another question', async (_what, body, changed) => {
  const { stop } = await replayOf(recording, agent('http://127.0.0.1:1', body));
  expect(stop).toMatchObject({ reason: 'diverged' });
  const nearest = stop?.reason === 'diverged' ? stop.divergence.nearest : null;
  if (changed !== '') expect(nearest?.differences[0]?.path).toContain(changed);
});

test.each([
  ['another path', headers, '/v2/chat/completions'],
  ['a header that the provider acts on', { ...headers, 'openai-beta': 'assistants=v1' }, path],
])('%s is another question', async (_what, sent, to) => {
  expect((await replayOf(recording, agent('http://127.0.0.1:1', request, sent, to))).stop).toMatchObject({ reason: 'diverged' });
});
