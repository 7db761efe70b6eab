import Anthropic from '@anthropic-ai/sdk';
import { createFetch } from '@stepfork/http';
import { describe, expect, test } from 'vitest';
import { recordAndReplay, told } from './record-and-replay.ts';

const question = { role: 'user', content: 'How is the weather in Paris?' } as const;
const weather: Anthropic.Tool = { name: 'get_weather', input_schema: { type: 'object', properties: { city: { type: 'string' } } } };

function clientOf(url: string): Anthropic {
  return new Anthropic({ apiKey: 'sk-ant-api03-0123456789abcdefghijklmnop', baseURL: url, fetch: createFetch() });
}

async function messages(client: Anthropic, model: string): Promise<unknown> {
  return client.messages.create({ model, max_tokens: 100, messages: [question], system: 'Be brief.' });
}

async function messagesStream(client: Anthropic, model: string): Promise<unknown> {
  const events: unknown[] = [];
  for await (const event of await client.messages.create({ model, max_tokens: 100, messages: [question], stream: true }))
    events.push(event);
  return events;
}

async function toolLoop(client: Anthropic, model: string): Promise<unknown> {
  const history: Anthropic.MessageParam[] = [question];
  for (;;) {
    const answer = await client.messages.create({ model, max_tokens: 100, messages: history, tools: [weather] });
    history.push({ role: 'assistant', content: answer.content });
    const results = answer.content.flatMap((block) =>
      block.type === 'tool_use' ? [{ type: 'tool_result' as const, tool_use_id: block.id, content: '21°C' }] : [],
    );
    if (results.length === 0) return history;
    history.push({ role: 'user', content: results });
  }
}

async function toolLoopStream(client: Anthropic, model: string): Promise<unknown> {
  const first = await client.messages.stream({ model, max_tokens: 100, messages: [question], tools: [weather] }).finalMessage();
  const results = first.content.flatMap((block) =>
    block.type === 'tool_use' ? [{ type: 'tool_result' as const, tool_use_id: block.id, content: '21°C' }] : [],
  );
  const history = [question, { role: 'assistant' as const, content: first.content }, { role: 'user' as const, content: results }];
  const last = await client.messages.stream({ model, max_tokens: 100, messages: history, tools: [weather] }).finalMessage();
  return [history, last];
}

const all = { messages, messagesStream, toolLoop, toolLoopStream };

describe.each(Object.entries(all))('anthropic %s', (_name, ask) => {
  test.each(['plain', 'split', 'gzip', 'split-br', 'fail429', 'fail500-split'])('with a server that is %s', async (model) => {
    const { recorded } = await recordAndReplay((url) => () => ask(clientOf(url), model), null);
    expect(recorded.outcome.kind).toBe('returned');
    expect(recorded.steps.map(({ call }) => [call.kind, call.name])).toEqual(recorded.steps.map(() => ['model', model]));
    expect(recorded.steps[0]?.call.input).toMatchObject({ headers: { 'anthropic-version': expect.any(String) } });
  });
});

test('anthropic over a connection that is cut', async () => {
  const { recorded } = await recordAndReplay((url) => () => messagesStream(clientOf(url), 'cut').catch(told), null);
  expect(recorded.steps[0]?.outcome).toMatchObject({ kind: 'streamed', end: { kind: 'threw' } });
  expect(recorded.outcome).toMatchObject({ value: { class: 'TypeError', message: 'terminated' } });
});
