import { createFetch } from '@stepfork/http';
import { record } from '@stepfork/interceptor';
import { check, forkOnDemand, replay } from '@stepfork/replay';
import { startProvider } from '@stepfork/testkit';
import type { Trace } from '@stepfork/trace';
import OpenAI from 'openai';
import { describe, expect, test } from 'vitest';
import { replayOf } from './record-and-replay.ts';

const tools = [{ type: 'function' as const, function: { name: 'get_weather', parameters: { type: 'object' } } }];

/** A planner that calls a tool, and a writer that is told all that happened. */
const agentOf =
  ({ system = 'Be brief.', temperature = 0 } = {}) =>
  async (url: string): Promise<unknown> => {
    const client = new OpenAI({ apiKey: 'sk-proj-0123456789abcdefghijklmnop', baseURL: `${url}/v1`, fetch: createFetch() });
    const messages: OpenAI.ChatCompletionMessageParam[] = [
      { role: 'system', content: system },
      { role: 'user', content: 'Weather?' },
    ];
    const { choices } = await client.chat.completions.create({ model: 'planner', messages, tools, temperature });
    const message = choices[0]?.message as OpenAI.ChatCompletionMessage;
    const results = (message.tool_calls ?? []).map(({ id }) => ({ role: 'tool' as const, tool_call_id: id, content: '21°C' }));
    const last = await client.chat.completions.create({ model: 'writer', messages: [...messages, message, ...results] });
    return last.choices[0]?.message.content;
  };

async function recorded(): Promise<Trace> {
  const provider = await startProvider({ ids: 'random' });
  return record(agentOf(), provider.url).finally(() => provider.close());
}

/** The loop is the agent's own. */
const ownLoop = { tools: { get_weather: 'live' } } as const;

const fileOf = (trunk: Trace) => ({ trunk, forks: [], sealed: true, damage: null });

describe('a claim about requests that went over HTTP', () => {
  test.each([
    [{ model: 'planner', messages: [{ role: 'system', contains: 'brief' }] }, 'pass'],
    [{ model: 'planner', tools: ['get_weather'], with: { temperature: 0 } }, 'pass'],
    [{ messages: [{ role: 'tool', contains: '21°C' }] }, 'pass'],
    [{ messages: [{ role: 'system', contains: 'be polite' }], every: true }, 'fail'],
    [{ model: 'planner', with: { temperature: 1 } }, 'fail'],
  ] as const)('%j: %s', async (claim, kind) => {
    const trunk = await recorded();
    const { verdict } = await check({ traces: fileOf(trunk), agent: agentOf(), policies: ownLoop, claim: { requests: [claim] } });
    expect(verdict.kind).toBe(kind);
  });
});

test('a planner that runs for real mints other ids, and the frozen writer is answered', async () => {
  const trunk = await recorded();
  const provider = await startProvider({ ids: 'random' });
  // The same run, asked of another server.
  const agent = (): Promise<unknown> => agentOf()(provider.url);
  const { stop, trace, receipt } = await replayOf(trunk, agent, { policies: { ...ownLoop, models: { planner: 'live' } } }).finally(() =>
    provider.close(),
  );
  expect(stop).toBeNull();
  expect(trace.outcome).toEqual(trunk.outcome);
  expect(receipt.entries.map(({ how }) => how)).toEqual(['live', 'exact']);
  expect(receipt.mintedIds).toBe(1);
  expect(provider.requests).toHaveLength(1);
});

test('a changed prompt is unseen; a fork asks the provider once, and the test is offline again', async () => {
  const trunk = await recorded();
  const provider = await startProvider({ ids: 'random' });
  let url = provider.url;
  const fixed = (): Promise<unknown> => agentOf({ system: 'Be brief and kind.' })(url);
  const file = fileOf(trunk);
  expect((await replayOf(trunk, fixed, { policies: ownLoop })).stop).toMatchObject({ reason: 'diverged' });
  const forked = await forkOnDemand(file, fixed, { live: ['model:*', 'get_weather'] }).finally(() => provider.close());
  if (forked.kind !== 'forked') throw new Error(forked.kind);
  expect(provider.requests).toHaveLength(2);
  url = 'http://127.0.0.1:1';
  const { stop, trace } = await replay({ ...file, forks: [forked.fork] }, fixed, { policies: ownLoop });
  expect([stop, trace.outcome]).toEqual([null, forked.fork.outcome]);
});

test('a sink over HTTP is answered without a socket, and its declared answer becomes a response', async () => {
  const fetch = createFetch({ fetch: async () => Response.json({ id: 're_1', cents: 49 }) });
  const name = 'POST api.example.com/v1/refunds';
  const refund = (cents: number) => async (): Promise<unknown> => {
    const response = await fetch('https://api.example.com/v1/refunds', { method: 'POST', body: JSON.stringify({ cents }) });
    return [response.status, await response.json()];
  };
  const trunk = await record(refund(49), null);
  const sink = { tools: { [name]: 'sink' } } as const;
  const lent = await replayOf(trunk, refund(4900), { policies: sink });
  expect([lent.stop, lent.trace.outcome]).toEqual([null, { kind: 'returned', value: [200, { id: 're_1', cents: 49 }] }]);
  const declared = await replayOf(trunk, refund(4900), {
    policies: sink,
    answers: { [name]: { value: { status: 402, body: { error: 'no money' } } } },
  });
  expect(declared.trace.outcome).toEqual({ kind: 'returned', value: [402, { error: 'no money' }] });
  const plain = await replayOf(trunk, refund(4900), { policies: sink, answers: { [name]: { value: { ok: true } } } });
  expect(plain.trace.outcome).toEqual({ kind: 'returned', value: [200, { ok: true }] });
  const { verdict } = await check({
    traces: fileOf(trunk),
    agent: refund(4900),
    policies: sink,
    claim: { calls: [{ tool: name, with: { body: { cents: 4900 } }, times: 1 }] },
  });
  expect(verdict.kind).toBe('pass');
});
