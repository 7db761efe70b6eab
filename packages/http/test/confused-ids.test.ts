import { randomUUID } from 'node:crypto';
import { createFetch } from '@stepfork/http';
import { record } from '@stepfork/interceptor';
import { comparableTrace, type Replay } from '@stepfork/replay';
import { diffTraces, type Trace } from '@stepfork/trace';
import { describe, expect, test } from 'vitest';
import { ownLoop, replayOf } from './record-and-replay.ts';

/** How one API answers with two calls of one tool that look the same, and how it is told the results. */
interface Api {
  readonly path: (model: string) => string;
  readonly answer: (ids: readonly string[]) => unknown;
  /** The same in pieces. */
  readonly events: (ids: readonly string[]) => readonly object[];
  readonly results: (ids: readonly string[], answered: unknown) => object;
}

const host = 'http://api.example.com';
const call = (id: string) => ({ id, type: 'function', function: { name: 'refund', arguments: '{}' } });
const asked = (id: string) => ({ type: 'function_call', id: `fc_${id}`, call_id: id, name: 'refund' });
const wanted = (id: string) => ({ functionCall: { id, name: 'refund', args: {} } });
const told = (at: number): string => `result ${at}`;

const apis: Readonly<Record<string, Api>> = {
  'chat completions': {
    path: () => '/v1/chat/completions',
    answer: (ids) => ({ id: 'x', choices: [{ index: 0, message: { role: 'assistant', tool_calls: ids.map(call) } }] }),
    events: (ids) =>
      ids.flatMap((id, index) =>
        [
          { index, ...call(id), function: { name: 'refund', arguments: '{' } },
          { index, function: { arguments: '}' } },
        ].map((part) => ({
          choices: [{ index: 0, delta: { tool_calls: [part] } }],
        })),
      ),
    results: (ids, answered) => ({
      messages: [
        { role: 'user', content: 'go' },
        (answered as { choices: { message: unknown }[] }).choices[0]?.message,
        ...ids.map((id, at) => ({ role: 'tool', tool_call_id: id, content: told(at) })),
      ],
    }),
  },
  responses: {
    path: () => '/v1/responses',
    answer: (ids) => ({ id: 'x', output: ids.map(asked) }),
    events: (ids) => ids.map((id, at) => ({ type: 'response.output_item.done', output_index: at, item: asked(id) })),
    results: (ids) => ({ input: ids.map((id, at) => ({ type: 'function_call_output', call_id: id, output: told(at) })) }),
  },
  messages: {
    path: () => '/v1/messages',
    answer: (ids) => ({ id: 'x', role: 'assistant', content: ids.map((id) => ({ type: 'tool_use', id, name: 'refund', input: {} })) }),
    events: (ids) =>
      ids.flatMap((id, index) => [
        { type: 'content_block_start', index, content_block: { type: 'tool_use', id, name: 'refund', input: {} } },
        { type: 'content_block_delta', index, delta: { type: 'input_json_delta', partial_json: '{}' } },
      ]),
    results: (ids, answered) => ({
      messages: [
        { role: 'user', content: 'go' },
        { role: 'assistant', content: (answered as { content: unknown }).content },
        { role: 'user', content: ids.map((id, at) => ({ type: 'tool_result', tool_use_id: id, content: told(at) })) },
      ],
    }),
  },
  Gemini: {
    path: (model) => `/v1beta/models/${model}:generateContent`,
    answer: (ids) => ({
      candidates: [{ content: { role: 'model', parts: ids.map(wanted) } }],
    }),
    events: (ids) => ids.map((id) => ({ candidates: [{ content: { role: 'model', parts: [wanted(id)] } }] })),
    results: (ids, answered) => ({
      contents: [
        { role: 'user', parts: [{ text: 'go' }] },
        (answered as { candidates: { content: unknown }[] }).candidates[0]?.content,
        {
          role: 'user',
          parts: ids.map((id, at) => ({ functionResponse: { id, name: 'refund', response: { output: told(at) } } })),
        },
      ],
    }),
  },
  Ollama: {
    path: () => '/api/chat',
    answer: (ids) => ({ message: { role: 'assistant', content: '', tool_calls: ids.map(call) }, done: true }),
    events: (ids) => ids.map((id) => ({ message: { role: 'assistant', content: '', tool_calls: [call(id)] }, done: false })),
    results: (ids, answered) => ({
      messages: [
        { role: 'user', content: 'go' },
        (answered as { message: unknown }).message,
        ...ids.map((id, at) => ({ role: 'tool', tool_call_id: id, content: told(at) })),
      ],
    }),
  },
};

type Confuse = (ids: readonly [string, string], earlier: readonly string[]) => readonly string[];
const confusions: Readonly<Record<string, Confuse>> = {
  'a result under the id of the other call': ([one, other]) => [other, one],
  'both results under one id': ([one]) => [one, one],
  'an id that the agent makes up': ([one]) => [one, `call_${randomUUID()}`],
  'an id that begins like the right one': ([one, other]) => [one, other.slice(0, -2)],
  'an id that the right one begins': ([one, other]) => [one, `${other}0`],
  'an id of another conversation': ([one], [, earlier]) => [one, earlier ?? ''],
  'an id in other letters': ([one, other]) => [one, other.toUpperCase()],
};
const right: Confuse = (ids) => ids;

const drawn = (): string => `call_${randomUUID().replaceAll('-', '')}`;

/** Two conversations one after the other; in the second one results are told as `confuse` has it. */
function talk(api: Api, confuse: Confuse, isStreamed: boolean): () => Promise<unknown> {
  const send = createFetch({
    fetch: async () => {
      const ids = [drawn(), drawn()];
      if (!isStreamed) return Response.json(api.answer(ids));
      const texts = api.events(ids).map((event) => JSON.stringify(event));
      if (api === apis.Ollama) return new Response(`${texts.join('\n')}\n`, { headers: { 'content-type': 'application/x-ndjson' } });
      return new Response(texts.map((text) => `data: ${text}\n\n`).join(''), { headers: { 'content-type': 'text/event-stream' } });
    },
  });
  const idsOf = async (model: string, body: object): Promise<readonly string[]> => {
    const answer = await send(`${host}${api.path(model)}`, { method: 'POST', body: JSON.stringify({ model, ...body }) });
    return [...new Set((await answer.text()).match(/(?<=")call_[\da-f]{32}/g))];
  };
  const first = { messages: [], input: 'go', contents: [] };
  return async () => {
    const before = await idsOf('planner', { ...first, temperature: 1 });
    const [one = '', other = ''] = await idsOf('planner', first);
    await idsOf('writer', api.results(confuse([one, other], before), api.answer([one, other])));
    return null;
  };
}

const compared = (one: Trace, other: Trace): unknown => diffTraces(comparableTrace(one), comparableTrace(other));
const forms = Object.entries(apis).flatMap(([name, api]) => [
  { name, api, isStreamed: false },
  { name: `${name}, streamed`, api, isStreamed: true },
]);

describe.each(forms)('two recordings of $name', ({ api, isStreamed }) => {
  const recorded = (confuse: Confuse): Promise<Trace> => record(talk(api, confuse, isStreamed), null);

  test('have no difference', async () => {
    const [one, other] = [await recorded(right), await recorded(right)];
    expect(diffTraces(one, other)).not.toEqual([]);
    expect(compared(one, other)).toEqual([]);
  });

  test.each(Object.entries(confusions))('differ by %s', async (_what, confuse) => {
    expect(compared(await recorded(right), await recorded(confuse))).toMatchObject([{ kind: 'call-changed', expected: 2 }]);
  });
});

describe.each(forms)('a planner of $name that runs for real mints other ids', ({ api, isStreamed }) => {
  const answered = async (confuse: Confuse): Promise<Replay> => {
    const recorded = await record(talk(api, right, isStreamed), null);
    return replayOf(recorded, talk(api, confuse, isStreamed), { policies: { ...ownLoop(recorded), models: { planner: 'live' } } });
  };

  test('and the frozen writer is answered', async () => {
    const { stop, receipt } = await answered(right);
    expect([stop, receipt.entries.at(-1)?.how]).toEqual([null, 'exact']);

    expect(receipt.mintedIds).toBe(2);
  });

  test.each(Object.entries(confusions))('and the frozen writer is not, for %s', async (_what, confuse) => {
    expect((await answered(confuse)).stop).toMatchObject({ reason: 'diverged', divergence: { step: 2 } });
  });
});

/** Each of these bodies is sent to the responses API; its answer repeats what it was asked with. `ids`: what the provider has minted so far. */
type Turn = (ids: readonly string[]) => object;

function asking(turns: readonly Turn[], mint: (at: number) => string = () => `resp_${randomUUID().replaceAll('-', '')}`) {
  return async (): Promise<unknown> => {
    const ids: string[] = [];
    for (const turn of turns) {
      const body = { model: 'gpt', input: 'go', ...turn(ids) } as Readonly<Record<string, unknown>>;
      const { conversation, prompt, previous_response_id } = body;
      const id = mint(ids.length);
      const said = { id, object: 'response', conversation: { id: conversation ?? `conv_${id}` }, prompt, previous_response_id, output: [] };
      const fetch = createFetch({ fetch: async () => Response.json(said) });
      ids.push(((await (await fetch(`${host}/v1/responses`, { method: 'POST', body: JSON.stringify(body) })).json()) as { id: string }).id);
    }
    return null;
  };
}

const go: Turn = () => ({});
describe('an id that is repeated in an answer', () => {
  test.each<[string, Turn, Turn]>([
    ['the conversation that is gone on with', () => ({ conversation: 'conv_of_mary_1' }), () => ({ conversation: 'conv_of_john_2' })],
    ['the stored prompt that is used', () => ({ prompt: { id: 'pmpt_polite_1' } }), () => ({ prompt: { id: 'pmpt_rude_222' } })],
  ])('was not minted by it: %s', async (_what, one, other) => {
    expect(compared(await record(asking([one]), null), await record(asking([one]), null))).toEqual([]);
    expect(compared(await record(asking([one]), null), await record(asking([other]), null))).toMatchObject([{ kind: 'call-changed' }]);
  });
});

describe('the answer that a request goes on from', () => {
  const after =
    (at: number): Turn =>
    (ids) => ({ previous_response_id: ids[at] });
  test('is the same one whatever its id', async () => {
    const turns = [go, go, after(1)];
    expect(compared(await record(asking(turns), null), await record(asking(turns), null))).toEqual([]);
  });
  test('is another one', async () => {
    const [one, other] = [await record(asking([go, go, after(1)]), null), await record(asking([go, go, after(0)]), null)];
    expect(compared(one, other)).toMatchObject([{ kind: 'call-changed', expected: 2 }]);
  });
});

describe('a planner that runs for real, and a frozen writer that goes on from its answer', () => {
  const planner: Turn = () => ({ model: 'planner' });
  const answered = async (goesOnFrom: (ids: readonly string[]) => unknown): Promise<Replay> => {
    const asks = (from: (ids: readonly string[]) => unknown) =>
      asking([planner, planner, (ids) => ({ model: 'writer', previous_response_id: from(ids) })]);
    const recorded = await record(
      asks((ids) => ids[1]),
      null,
    );
    return replayOf(recorded, asks(goesOnFrom), { policies: { models: { planner: 'live' } } });
  };
  test('which is the recorded one', async () => {
    const { stop, receipt } = await answered((ids) => ids[1]);
    expect([stop, receipt.entries.at(-1)?.how]).toEqual([null, 'exact']);
  });
  test.each<[string, (ids: readonly string[]) => unknown]>([
    ['another one', (ids) => ids[0]],
    ['made up', () => `resp_${randomUUID()}`],
    ['none', () => undefined],
  ])('which is %s', async (_what, from) => {
    expect((await answered(from)).stop).toMatchObject({ reason: 'diverged', divergence: { step: 2 } });
  });
});

describe('an id in the middle of a text', () => {
  const quoted =
    (at: number): Turn =>
    (ids) => ({ input: `As you said in ${ids[at]}.` });
  test('is compared by who minted it', async () => {
    const turns = [go, go, quoted(1)];
    expect(compared(await record(asking(turns), null), await record(asking(turns), null))).toEqual([]);
    expect(compared(await record(asking(turns), null), await record(asking([go, go, quoted(0)]), null))).toMatchObject([
      { kind: 'call-changed', expected: 2 },
    ]);
  });
});

test.each(['quantity', 'id'])('what is written like a short id is none where no id stands: %s', async (key) => {
  const counts =
    (count: string): Turn =>
    () => ({ metadata: { [key]: count } });
  const [one, other] = [
    await record(
      asking([go, counts('1')], () => '1'),
      null,
    ),
    await record(
      asking([go, counts('2')], () => '2'),
      null,
    ),
  ];
  expect(compared(one, other)).toMatchObject([{ kind: 'call-changed', expected: 1 }]);
});

describe('an id that an answer of no model has', () => {
  const random = (prefix: string): string => `${prefix}_${randomUUID().replaceAll('-', '')}`;
  const asks =
    (path: string, said: () => object, status = 200) =>
    async (): Promise<unknown> => {
      const fetch = createFetch({ fetch: async () => Response.json(said(), { status }) });
      const { id } = (await (await fetch(`${host}${path}`, { method: 'POST', body: '{}' })).json()) as { id: string };
      const asked = createFetch({ fetch: async () => Response.json({ output: [] }) });
      await asked(`${host}/v1/responses`, { method: 'POST', body: JSON.stringify({ model: 'gpt', input: 'go', conversation: id }) });
      return (await asked(`${host}${path}/${id}`)).status;
    };
  test.each<[string, string, () => object, number?]>([
    ['a conversation', '/v1/conversations', () => ({ id: random('conv'), object: 'conversation' })],
    ['a run of a thread', '/v1/threads/t/runs', () => ({ id: random('run'), object: 'thread.run' })],
    ['a file of Anthropic', '/v1/files', () => ({ id: random('file'), type: 'file' })],
    ['what a server says that it has made', '/v2/sessions', () => ({ id: random('s') }), 201],
  ])('was minted where that was made: %s', async (_what, path, said, status) => {
    const agent = asks(path, said, status);
    expect(compared(await record(agent, null), await record(agent, null))).toEqual([]);
  });
  test.each<[string, string, () => object]>([
    ['found', '/v1/orders/search', () => ({ id: random('order'), object: 'order' })],
    ['changed', '/v1/orders', () => ({ id: random('order'), status: 'paid' })],
  ])('is the answer itself where that was %s', async (_what, path, said) => {
    const agent = asks(path, said);
    expect(compared(await record(agent, null), await record(agent, null))).not.toEqual([]);
  });
});
