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

/** All that a listener of the stream is told, and what stands in the end. */
async function chatHeard(url: string): Promise<unknown> {
  const stream = openai(url).chat.completions.stream({ model: 'gpt', messages: [question], n: 2, logprobs: true });
  let heard = 0;
  stream.on('logprobs.content.delta', ({ content }) => {
    heard += content.length;
  });
  const { choices } = await stream.finalChatCompletion();
  return { heard, choices: choices.map(({ message, logprobs }) => [message.content, logprobs?.content?.[0]?.token]) };
}

async function responsesHeard(url: string): Promise<unknown> {
  const stream = openai(url).responses.stream({ model: 'gpt', input: 'Weather?' });
  const heard: unknown[] = [];
  for await (const event of stream) {
    if ('delta' in event) heard.push([event.type, event.delta]);
    if (event.type === 'response.output_text.annotation.added') heard.push([event.type, event.annotation]);
  }
  return { heard, output: (await stream.finalResponse()).output };
}

async function whyStopped(url: string): Promise<unknown> {
  const stream = anthropic(url).messages.stream({ model: 'claude', max_tokens: 9, messages: [question] });
  const { stop_reason, stop_details } = await stream.finalMessage();
  return { stop_reason, stop_details };
}

const token = (text: string): unknown => ({ content: [{ token: text, logprob: -1, bytes: null, top_logprobs: [] }], refusal: null });
const reasoning = {
  id: 'rs_1',
  type: 'reasoning',
  summary: [{ type: 'summary_text', text: 'Cold.' }],
  content: [{ type: 'reasoning_text', text: 'It is winter.' }],
  encrypted_content: 'ZW5j',
};
const custom = { id: 'ctc_1', type: 'custom_tool_call', call_id: 'call_1', name: 'sql', input: 'SELECT 1' };
const citation = { type: 'url_citation', url: 'https://met.example', title: 'Met', start_index: 0, end_index: 2 };
const cited = { ...said, content: [{ type: 'output_text', text: snow, annotations: [citation], parsed: null }] };
const refusal = { stop_reason: 'refusal', stop_details: { type: 'refusal', category: 'cyber', explanation: 'No.' } };

test.each<[string, Ask, unknown, unknown]>([
  [
    'how probable each of two choices was',
    chatHeard,
    { choices: ['A', 'B'].map((content, index) => ({ index, message: { content }, logprobs: token(content) })) },
    {
      heard: 2,
      choices: [
        ['A', 'A'],
        ['B', 'B'],
      ],
    },
  ],
  [
    'thoughts, what a tool of the own kind is given, and sources',
    responsesHeard,
    { output: [reasoning, custom, cited] },
    {
      heard: [
        ['response.reasoning_summary_text.delta', 'Cold.'],
        ['response.reasoning_text.delta', 'It is winter.'],
        ['response.custom_tool_call_input.delta', 'SELECT 1'],
        ['response.output_text.delta', snow],
        ['response.output_text.annotation.added', citation],
      ],
      output: [reasoning, custom, cited],
    },
  ],
  [
    'what was written without ids',
    responses,
    { output: [{ type: 'message', content: [{ type: 'output_text', text: snow }] }] },
    { text: snow, output_text: snow, status: 'completed', calls: [] },
  ],
  [
    'calls that were written without ids',
    chat,
    { choices: [{ message: { tool_calls: [{ function: call.function }] } }] },
    { text: '', calls: [call.function], reason: 'tool_calls', tokens: 5 },
  ],
  ['why it stopped', whyStopped, { content: [], ...refusal }, refusal],
])('whoever listens to the stream is told %s', async (_, ask, answer, expected) => {
  expect(await whatIfItSaid(ask, answer)).toEqual(expected);
});

test.each<[string, Ask, unknown]>([
  ['the answer of another API', messages, { choices: [{ message: { content: snow } }] }],
  [
    'a call of a chat with arguments that are no text',
    chat,
    { choices: [{ message: { tool_calls: [{ ...call, function: { name: 'get_weather', arguments: city } }] } }] },
  ],
  ['a call of a response with arguments that are no text', responses, { output: [{ ...functionCall, arguments: city }] }],
])('%s is refused, and nothing is run', async (_, ask, answer) => {
  await expect(whatIfItSaid(ask, answer)).rejects.toMatchObject({
    message: expect.stringContaining('cannot be replaced by this answer'),
    hint: expect.stringContaining('without a stream'),
  });
});
