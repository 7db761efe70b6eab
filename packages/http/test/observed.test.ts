import { createFetch } from '@stepfork/http';
import { record } from '@stepfork/interceptor';
import { check } from '@stepfork/replay';
import { observedCalls } from '@stepfork/replay/recorded';
import { startProvider } from '@stepfork/testkit';
import { expect, test } from 'vitest';

const question = { role: 'user', content: 'Weather?' };
const declared = { name: 'get_weather', parameters: { type: 'object' } };
const input = { city: 'Paris' };
const result = '21°C';

/** How a loop that somebody wrote by hand speaks to an API: the path, the first request, and the second, which tells what the tool answered. */
interface Api {
  readonly path: string;
  readonly first: object;
  /** `id`: of the call in the first answer. */
  readonly second: (id: string) => object;
}

const apis: Readonly<Record<string, Api>> = {
  chat: {
    path: '/v1/chat/completions',
    first: { model: 'm', messages: [question], tools: [{ type: 'function', function: declared }] },
    second: (id) => ({
      messages: [
        question,
        { role: 'assistant', tool_calls: [{ id, type: 'function', function: { name: 'get_weather', arguments: '{"city":"Paris"}' } }] },
        { role: 'tool', tool_call_id: id, content: result },
      ],
    }),
  },
  responses: {
    path: '/v1/responses',
    first: { model: 'm', input: [question], tools: [{ type: 'function', ...declared }] },
    second: (id) => ({ previous_response_id: 'resp_1', input: [{ type: 'function_call_output', call_id: id, output: result }] }),
  },
  messages: {
    path: '/v1/messages',
    first: { model: 'm', max_tokens: 9, messages: [question], tools: [{ name: 'get_weather', input_schema: { type: 'object' } }] },
    second: (id) => ({
      messages: [
        question,
        { role: 'assistant', content: [{ type: 'tool_use', id, name: 'get_weather', input }] },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: result }] },
      ],
    }),
  },
  ollama: {
    path: '/api/chat',
    first: { model: 'm', messages: [question], tools: [{ type: 'function', function: declared }] },
    second: () => ({
      messages: [
        question,
        { role: 'assistant', content: '', tool_calls: [{ function: { name: 'get_weather', arguments: input } }] },
        { role: 'tool', tool_name: 'get_weather', content: result },
      ],
    }),
  },
  gemini: {
    path: '/v1beta/models/m:generateContent',
    first: { contents: [{ role: 'user', parts: [{ text: 'Weather?' }] }], tools: [{ functionDeclarations: [declared] }] },
    second: () => ({
      contents: [
        { role: 'user', parts: [{ text: 'Weather?' }] },
        { role: 'model', parts: [{ functionCall: { name: 'get_weather', args: input } }] },
        { role: 'user', parts: [{ functionResponse: { name: 'get_weather', response: { result } } }] },
      ],
    }),
  },
};

const agentOf =
  ({ path, first, second }: Api, stream: boolean) =>
  async (url: string): Promise<string> => {
    const send = createFetch();
    const at = stream && path.endsWith('generateContent') ? path.replace(':generate', ':streamGenerate') : path;
    const ask = async (body: object): Promise<string> => {
      const response = await send(`${url}${at}`, { method: 'POST', body: JSON.stringify({ ...body, stream }) });
      return response.text();
    };
    const [, id = ''] = /"(?:call_id|id)": ?"((?:call|toolu)_[^"]+)"/.exec(await ask(first)) ?? [];
    return ask({ ...first, ...second(id) });
  };

test.each(Object.keys(apis).flatMap((name) => [false, true].map((stream) => [name, stream] as const)))(
  'a loop by hand over %s (stream: %s): its tool is observed, judged, and runs in a replay only by name',
  async (name, stream) => {
    const provider = await startProvider({ ids: 'random' });
    const agent = agentOf(apis[name] as Api, stream);
    const trunk = await record(agent, provider.url).finally(() => provider.close());
    expect(trunk.steps.map(({ call }) => call.kind)).toEqual(['model', 'model']);
    expect(observedCalls(trunk.steps)).toMatchObject([{ name: 'get_weather', input, toldTo: { index: 1 } }]);
    expect(JSON.stringify(observedCalls(trunk.steps)[0]?.result)).toContain(result);

    const traces = { trunk, forks: [], sealed: true, damage: null };
    const claim = { calls: [{ tool: 'get_weather', with: input, times: 1 }] };
    await expect(check({ traces, agent, claim })).rejects.toThrow('the tool get_weather was only observed');
    const policies = { tools: { get_weather: 'live' } } as const;
    expect(await check({ traces, agent, claim, policies })).toMatchObject({ verdict: { kind: 'pass' } });
    expect(await check({ traces, agent, claim: { calls: [{ never: 'get_weather' }] }, policies })).toMatchObject({
      verdict: { kind: 'fail' },
    });
  },
);
