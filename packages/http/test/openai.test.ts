import { createFetch } from '@stepfork/http';
import OpenAI from 'openai';
import { describe, expect, test } from 'vitest';
import { recordAndReplay, told } from './record-and-replay.ts';

const question = { role: 'user', content: 'How is the weather in Paris?' } as const;
const weather = {
  type: 'function',
  function: { name: 'get_weather', parameters: { type: 'object', properties: { city: { type: 'string' } } } },
} as const;

function clientOf(url: string): OpenAI {
  return new OpenAI({ apiKey: 'sk-proj-0123456789abcdefghijklmnopqrstuvwxyz', baseURL: `${url}/v1`, fetch: createFetch() });
}

async function chat(client: OpenAI, model: string): Promise<unknown> {
  return client.chat.completions.create({ model, messages: [question], temperature: 0 });
}

async function chatStream(client: OpenAI, model: string): Promise<unknown> {
  const texts: unknown[] = [];
  const stream = await client.chat.completions.create({
    model,
    messages: [question],
    stream: true,
    stream_options: { include_usage: true },
  });
  for await (const chunk of stream) texts.push(chunk);
  return texts;
}

async function toolLoop(client: OpenAI, model: string): Promise<unknown> {
  const messages: OpenAI.ChatCompletionMessageParam[] = [question];
  for (;;) {
    const { choices } = await client.chat.completions.create({ model, messages, tools: [weather] });
    const message = choices[0]?.message;
    if (message?.tool_calls === undefined) return [message, messages];
    messages.push(message);
    for (const { id } of message.tool_calls) messages.push({ role: 'tool', tool_call_id: id, content: '21°C' });
  }
}

async function toolLoopStream(client: OpenAI, model: string): Promise<unknown> {
  const tool = { ...weather.function, description: 'The weather of a city.', parse: JSON.parse, function: () => '21°C' };
  const runner = client.chat.completions.runTools({
    model,
    stream: true,
    messages: [question],
    tools: [{ type: 'function', function: tool }] as never,
  });
  return [await runner.finalContent(), runner.messages];
}

async function responses(client: OpenAI, model: string): Promise<unknown> {
  return client.responses.create({ model, input: [question], instructions: 'Be brief.' });
}

async function responsesStream(client: OpenAI, model: string): Promise<unknown> {
  const events: unknown[] = [];
  for await (const event of await client.responses.create({ model, input: 'Weather?', stream: true })) events.push(event);
  return events;
}

const all = { chat, chatStream, toolLoop, toolLoopStream, responses, responsesStream };
const streams = { chatStream, responsesStream };

describe.each(Object.entries(all))('openai %s', (_name, ask) => {
  test.each(['plain', 'split', 'gzip', 'split-br', 'fail429', 'fail500-split'])('with a server that is %s', async (model) => {
    const { recorded } = await recordAndReplay((url) => () => ask(clientOf(url), model), null);
    expect(recorded.outcome.kind).toBe('returned');
    expect(recorded.steps.map(({ call }) => [call.kind, call.name])).toEqual(recorded.steps.map(() => ['model', model]));
  });
});

describe.each(Object.entries(streams))('openai %s', (_name, ask) => {
  test('over a connection that is cut', async () => {
    const { recorded } = await recordAndReplay((url) => () => ask(clientOf(url), 'cut').catch(told), null);
    expect(recorded.steps[0]?.outcome).toMatchObject({ kind: 'streamed', end: { kind: 'threw' } });
    expect(recorded.outcome).toMatchObject({ value: { class: 'TypeError', message: 'terminated' } });
  });
});

test('openai against a port that nobody listens on', async () => {
  const ask = (client: OpenAI): Promise<unknown> =>
    client.chat.completions.create({ model: 'gpt', messages: [question] }, { maxRetries: 0 });
  const { recorded } = await recordAndReplay(() => () => ask(clientOf('http://127.0.0.1:1')).catch(told), null);
  expect(recorded.outcome).toMatchObject({ value: { class: 'APIConnectionError', cause: 'fetch failed' } });
});

test('openai uploads a file: the boundary is no part of the question', async () => {
  const upload = (url: string) => () =>
    clientOf(url).files.create({ purpose: 'assistants', file: new File(['abc'], 'a.txt', { type: 'text/plain' }) });
  const { recorded } = await recordAndReplay(upload, null);
  expect(recorded.steps[0]?.call).toMatchObject({
    kind: 'tool',
    input: {
      method: 'POST',
      url: '/v1/files',
      headers: { 'content-type': 'multipart/form-data' },
      body: {
        form: [
          ['purpose', 'assistants'],
          ['file', { file: 'a.txt', type: 'text/plain', content: 'abc' }],
        ],
      },
    },
  });
});
