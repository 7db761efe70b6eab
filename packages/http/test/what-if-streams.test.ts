import Anthropic from '@anthropic-ai/sdk';
import { createFetch } from '@stepfork/http';
import { type Agent, record } from '@stepfork/interceptor';
import { type WhatIfOptions, whatIf } from '@stepfork/replay';
import { startProvider } from '@stepfork/testkit';
import { encodeValue } from '@stepfork/trace';
import OpenAI from 'openai';
import { expect, test } from 'vitest';

type Ask = (url: string) => Promise<unknown>;

/** What the agent says, with the first answer of its model replaced and nobody there to ask. */
async function whatIfItSaid(ask: Ask, answer: unknown): Promise<unknown> {
  const provider = await startProvider({ ids: 'random' });
  const agent: Agent<null, unknown> = () => ask(provider.url);
  const trunk = await record(agent, null).finally(() => provider.close());
  const options = { at: 0, answer: encodeValue(answer), run: {} } as unknown as WhatIfOptions;
  const done = await whatIf({ trunk, forks: [] } as never, agent as Agent<unknown, unknown>, options);
  if (done.kind !== 'forked' || done.fork.outcome.kind !== 'returned') throw new Error(`${done.kind}: ${JSON.stringify(done)}`);
  expect(done.bodiesRun).toBe(0);
  expect(done.fork.steps[0]).toMatchObject({ outcome: { kind: 'streamed', end: { kind: 'done' } }, answered: { how: 'declared' } });
  return done.fork.outcome.value;
}

const openai = (url: string): OpenAI => new OpenAI({ apiKey: 'sk-0123456789abcdefghijklmnop', baseURL: `${url}/v1`, fetch: createFetch() });
const anthropic = (url: string): Anthropic => new Anthropic({ apiKey: 'sk-ant-api03-0123456789', baseURL: url, fetch: createFetch() });
const question = { role: 'user', content: 'Weather?' } as const;
const snow = 'It snows. ❄';
const city = { city: 'Oslo' };

async function chat(url: string): Promise<unknown> {
  const stream = openai(url).chat.completions.stream({ model: 'gpt', messages: [question], stream_options: { include_usage: true } });
  let text = '';
  stream.on('content', (piece) => {
    text += piece;
  });
  const { choices, usage } = await stream.finalChatCompletion();
  const calls = choices[0]?.message.tool_calls?.map((call) => (call.type === 'function' ? call.function : null)) ?? [];
  return { text, calls, reason: choices[0]?.finish_reason, tokens: usage?.completion_tokens };
}

async function responses(url: string): Promise<unknown> {
  const stream = openai(url).responses.stream({ model: 'gpt', input: 'Weather?' });
  let text = '';
  stream.on('response.output_text.delta', ({ delta }) => {
    text += delta;
  });
  const { output, output_text, status } = await stream.finalResponse();
  return {
    text,
    output_text,
    status,
    calls: output.flatMap((item) => (item.type === 'function_call' ? [[item.name, item.arguments]] : [])),
  };
}

async function messages(url: string): Promise<unknown> {
  const stream = anthropic(url).messages.stream({ model: 'claude', max_tokens: 9, messages: [question] });
  let text = '';
  stream.on('text', (piece) => {
    text += piece;
  });
  const { content, stop_reason } = await stream.finalMessage();
  return { text, content, stop_reason };
}

const events =
  (path: string, body: unknown, textOf: (part: never) => string): Ask =>
  async (url) => {
    const response = await createFetch()(url + path, { method: 'POST', body: JSON.stringify(body) });
    const lines = (await response.text()).split('\n').filter((line) => line !== '');
    return lines.map((line) => textOf(JSON.parse(line.replace(/^data: /, '')) as never)).join('');
  };
const gemini = events('/v1beta/models/gemini:streamGenerateContent?alt=sse', { contents: [] }, (part) => {
  return (part as { candidates: { content: { parts: { text: string }[] } }[] }).candidates[0]?.content.parts[0]?.text ?? '';
});
const ollama = events('/api/chat', { model: 'llama', messages: [question] }, (part) => {
  return (part as { message: { content: string } }).message.content;
});

const call = { id: 'call_1', type: 'function', function: { name: 'get_weather', arguments: JSON.stringify(city) } };
const functionCall = {
  id: 'fc_1',
  type: 'function_call',
  status: 'completed',
  call_id: 'call_1',
  name: 'get_weather',
  arguments: '{"city":"Oslo"}',
};
const said = {
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  status: 'completed',
  content: [{ type: 'output_text', text: snow, annotations: [] }],
};
const blocks = [
  { type: 'thinking', thinking: 'Hm.', signature: 'c2ln' },
  { type: 'text', text: snow, citations: null },
  { type: 'tool_use', id: 'toolu_1', name: 'get_weather', input: city },
];

test.each<[string, Ask, unknown, unknown]>([
  ['chat completions', chat, { choices: [{ message: { content: snow } }] }, { text: snow, calls: [], reason: 'stop', tokens: 5 }],
  [
    'chat completions that call',
    chat,
    { choices: [{ message: { content: null, tool_calls: [call] }, finish_reason: 'tool_calls' }], usage: { completion_tokens: 7 } },
    { text: '', calls: [call.function], reason: 'tool_calls', tokens: 7 },
  ],
  ['Responses', responses, { output: [said] }, { text: snow, output_text: snow, status: 'completed', calls: [] }],
  [
    'Responses that call and are cut short',
    responses,
    { output: [functionCall], status: 'incomplete' },
    { text: '', output_text: '', status: 'incomplete', calls: [['get_weather', '{"city":"Oslo"}']] },
  ],
  ['Messages', messages, { content: blocks }, { text: snow, content: blocks, stop_reason: 'tool_use' }],
  [
    'Messages without calls',
    messages,
    { content: [blocks[1]], stop_reason: 'max_tokens' },
    { text: snow, content: [blocks[1]], stop_reason: 'max_tokens' },
  ],
  ['Gemini', gemini, { candidates: [{ content: { role: 'model', parts: [{ text: snow }] }, finishReason: 'STOP' }] }, snow],
  ['Ollama', ollama, { message: { role: 'assistant', content: snow } }, snow],
])('another answer of a stream is the events of %s, as its client reads them', async (_, ask, answer, expected) => {
  expect(await whatIfItSaid(ask, answer)).toEqual(expected);
});

test('the answer of another API is refused, and nothing is run', async () => {
  await expect(whatIfItSaid(messages, { choices: [{ message: { content: snow } }] })).rejects.toMatchObject({
    message: expect.stringContaining('cannot be replaced by this answer'),
    hint: expect.stringContaining('without a stream'),
  });
});
