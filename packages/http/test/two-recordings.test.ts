import Anthropic from '@anthropic-ai/sdk';
import { createFetch } from '@stepfork/http';
import { record } from '@stepfork/interceptor';
import { comparableTrace } from '@stepfork/replay';
import { startProvider } from '@stepfork/testkit';
import { diffTraces, type Trace } from '@stepfork/trace';
import OpenAI from 'openai';
import { expect, test } from 'vitest';

const parameters = { type: 'object' as const, properties: { city: { type: 'string' } } };
const apiKey = 'sk-proj-0123456789abcdefghijklmnop';

/** Each asks, calls the tool that the model wants, and asks again with its result. */
const agents: Readonly<Record<string, (url: string, model: string) => Promise<unknown>>> = {
  async 'openai chat'(url, model) {
    const client = new OpenAI({ apiKey, baseURL: `${url}/v1`, fetch: createFetch() });
    const tools = [{ type: 'function' as const, function: { name: 'get_weather', parameters } }];
    const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: 'user', content: 'Weather?' }];
    const first = await client.chat.completions.create({ model, messages, tools });
    const message = first.choices[0]?.message as OpenAI.ChatCompletionMessage;
    const results = (message.tool_calls ?? []).map(({ id }) => ({ role: 'tool' as const, tool_call_id: id, content: '21°C' }));
    const last = await client.chat.completions.create({ model, messages: [...messages, message, ...results], tools });
    return last.choices[0]?.message;
  },
  async 'openai chat, streaming'(url, model) {
    const client = new OpenAI({ apiKey, baseURL: `${url}/v1`, fetch: createFetch() });
    const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: 'user', content: 'Weather?' }];
    const tools = [{ type: 'function' as const, function: { name: 'get_weather', parameters } }];
    const first = await client.chat.completions.stream({ model, messages, tools }).finalMessage();
    const results = (first.tool_calls ?? []).map(({ id }) => ({ role: 'tool' as const, tool_call_id: id, content: '21°C' }));
    return client.chat.completions.stream({ model, messages: [...messages, first, ...results], tools }).finalContent();
  },
  async 'openai responses that go on from the last one'(url, model) {
    const client = new OpenAI({ apiKey, baseURL: `${url}/v1`, fetch: createFetch() });
    const tools = [{ type: 'function' as const, name: 'get_weather', parameters, strict: false }];
    const first = await client.responses.create({ model, input: 'Weather?', tools });
    const results = first.output.flatMap((item) =>
      item.type === 'function_call' ? [{ type: 'function_call_output' as const, call_id: item.call_id, output: '21°C' }] : [],
    );
    return (await client.responses.create({ model, input: results, tools, previous_response_id: first.id })).output_text;
  },
  async 'anthropic, streaming'(url, model) {
    const client = new Anthropic({ apiKey, baseURL: url, fetch: createFetch() });
    const tools = [{ name: 'get_weather', input_schema: parameters }];
    const messages: Anthropic.MessageParam[] = [{ role: 'user', content: 'Weather?' }];
    const first = await client.messages.stream({ model, max_tokens: 99, messages, tools }).finalMessage();
    const results = first.content.flatMap((block) =>
      block.type === 'tool_use' ? [{ type: 'tool_result' as const, tool_use_id: block.id, content: '21°C' }] : [],
    );
    messages.push({ role: 'assistant', content: first.content }, { role: 'user', content: results });
    return (await client.messages.stream({ model, max_tokens: 99, messages, tools }).finalMessage()).content;
  },
};

async function recorded(name: string, model: string): Promise<Trace> {
  const provider = await startProvider({ ids: 'random' });
  return record((url: string) => agents[name]?.(url, model), provider.url).finally(() => provider.close());
}

/** The input is the address of the server, which is another one each time. */
const withoutInput = (trace: Trace): Trace => ({ ...comparableTrace(trace), run: { ...trace.run, input: null } });

test.each(Object.keys(agents))('%s: two recordings against a server with random ids and times have no difference', async (name) => {
  const [one, other] = [await recorded(name, 'gpt'), await recorded(name, 'gpt')];
  expect(one.steps).toHaveLength(2);
  expect(diffTraces(one, other)).not.toEqual([]);
  expect(diffTraces(withoutInput(one), withoutInput(other))).toEqual([]);
});

test('what a program prints of the ids of a provider is not a difference', async () => {
  const printed = async (): Promise<Trace> => {
    const trace = await recorded('openai chat', 'gpt');
    const ids = trace.steps.map(({ outcome }) => /chatcmpl-\w+/.exec(JSON.stringify(outcome))?.[0]);
    return { ...trace, outcome: { kind: 'returned', value: { stdout: `asked as ${ids[0]}, then "${ids[1]}".\n`, exitCode: 0 } } };
  };
  const [one, other] = [await printed(), await printed()];
  expect(one.outcome).not.toEqual(other.outcome);
  expect(diffTraces(withoutInput(one), withoutInput(other))).toEqual([]);
  const changed = { ...other, outcome: { kind: 'returned' as const, value: { stdout: 'asked as chatcmpl-of-nobody', exitCode: 0 } } };
  expect(diffTraces(withoutInput(one), withoutInput(changed))).toHaveLength(1);
});

test('wherever the network cuts an answer', async () => {
  const [one, other] = [await recorded('openai chat, streaming', 'gpt'), await recorded('openai chat, streaming', 'split')];
  const asGpt = (trace: Trace): Trace => JSON.parse(JSON.stringify(withoutInput(trace)).replaceAll('"split"', '"gpt"')) as Trace;
  expect(diffTraces(asGpt(one), asGpt(other))).toEqual([]);
});

test('whatever is left of a rate limit', async () => {
  const answered = (left: string) => async (): Promise<unknown> => {
    const headers = { 'x-ratelimit-remaining-requests': left, 'anthropic-ratelimit-tokens-remaining': left };
    const fetch = createFetch({ fetch: async () => Response.json({ ok: true }, { headers }) });
    return (await fetch('http://api.example.com/v1/orders')).json();
  };
  const [one, other] = [await record(answered('9'), null), await record(answered('8'), null)];
  expect(diffTraces(one, other)).not.toEqual([]);
  expect(diffTraces(comparableTrace(one), comparableTrace(other))).toEqual([]);
});

test('a result that is given to the wrong call is a difference', async () => {
  const asks = (mixesUp: boolean) => async (): Promise<unknown> => {
    const fetch = createFetch({
      fetch: async () => {
        const calls = ['a', 'b'].map((name) => ({ id: `call_${Math.random()}`, type: 'function', function: { name, arguments: '{}' } }));
        return Response.json({ id: 'x', choices: [{ index: 0, message: { role: 'assistant', tool_calls: calls } }] });
      },
    });
    const send = async (messages: unknown): Promise<{ choices: { message: { tool_calls: { id: string }[] } }[] }> =>
      (
        await fetch('http://api.example.com/v1/chat/completions', { method: 'POST', body: JSON.stringify({ model: 'gpt', messages }) })
      ).json() as never;
    const { message } = (await send([])).choices[0] ?? { message: { tool_calls: [] } };
    const ids = message.tool_calls.map(({ id }) => id);
    const results = (mixesUp ? ids.reverse() : ids).map((id, at) => ({ role: 'tool', tool_call_id: id, content: `result ${at}` }));
    await send([message, ...results]);
    return null;
  };
  const [one, same, mixed] = [await record(asks(false), null), await record(asks(false), null), await record(asks(true), null)];
  expect(diffTraces(comparableTrace(one), comparableTrace(same))).toEqual([]);
  expect(diffTraces(comparableTrace(one), comparableTrace(mixed))).toMatchObject([{ kind: 'call-changed', expected: 1 }]);
});
