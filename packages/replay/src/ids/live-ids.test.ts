import { model, record, tool } from '@stepfork/interceptor';
import { traceFile } from '@stepfork/testkit';
import { describe, expect, test } from 'vitest';
import { replay } from '../replay.ts';

interface Call {
  readonly id: string;
  readonly index: number;
  readonly function: { readonly name: string; readonly arguments: string };
}
type Message = { readonly role: string; readonly content?: unknown; readonly tool_calls?: readonly Call[]; readonly tool_call_id?: string };
interface Request {
  readonly messages: readonly Message[];
}

/** A provider whose ids are new in every run. */
let run = 0;
const callsFor = ({ messages }: Request): readonly Call[] => {
  const turn = messages.filter(({ role }) => role === 'assistant').length;
  const named = (name: string, index: number): Call => ({ id: `call_${run}_${turn}_${index}`, index, function: { name, arguments: '{}' } });
  return turn < 2 ? [named('lookup', 0), named('price', 1)] : [];
};
const planner = model('planner', async (request: Request) => ({
  choices: [{ message: { role: 'assistant', tool_calls: callsFor(request) } }],
}));
interface Part {
  readonly index: number;
  readonly id?: string;
  readonly function: { readonly name?: string; readonly arguments: string };
}
const partsOf = ({ id, index, function: { name, arguments: text } }: Call): readonly Part[] => [
  { id, index, function: { name, arguments: text.slice(0, 1) } },
  { index, function: { arguments: text.slice(1) } },
];
const streaming = model('planner', async function* (request: Request) {
  for (const part of callsFor(request).flatMap(partsOf)) yield { choices: [{ index: 0, delta: { tool_calls: [part] } }] };
});
let writerBodies = 0;
const writer = model('writer', async ({ messages }: Request): Promise<string> => `text ${++writerBodies} of ${messages.length} messages`);
const lookup = tool('lookup', async (_: unknown) => 'gold');

type Ask = (request: Request) => Promise<readonly Call[]>;
const whole: Ask = async (request) => (await planner(request)).choices[0]?.message.tool_calls ?? [];
const streamed: Ask = async (request) => {
  const calls = new Map<number, Call>();
  for await (const { choices } of await streaming(request)) {
    for (const part of choices[0]?.delta.tool_calls ?? []) {
      const { index, id = '', function: called } = part;
      const before = calls.get(index) ?? { id, index, function: { name: called.name ?? '', arguments: '' } };
      calls.set(index, { ...before, function: { ...before.function, arguments: before.function.arguments + called.arguments } });
    }
  }
  return [...calls.values()];
};

/** Plans with one model, and has another one write about it. */
const agentOf =
  (ask: Ask, { mixesUp = false, adds = [] as readonly Message[] } = {}) =>
  async (): Promise<string> => {
    const messages: Message[] = [{ role: 'user', content: 'go' }];
    for (;;) {
      const calls = await ask({ messages });
      if (calls.length === 0) break;
      messages.push({ role: 'assistant', tool_calls: calls });
      const results = mixesUp ? [...calls].reverse() : calls;
      for (const [at, { id }] of results.entries())
        messages.push({ role: 'tool', tool_call_id: id, content: `${calls[at]?.function.name} ${await lookup(1)}` });
    }
    return writer({ messages: [...messages, ...adds] });
  };

describe.each([
  ['whole', whole],
  ['streamed', streamed],
])('a model that runs live, with %s answers', (_, ask) => {
  const live = { policies: { models: { planner: 'live' } } } as const;
  const recording = async () => {
    run += 1;
    const file = traceFile(await record(agentOf(ask), null));
    run += 1;
    writerBodies = 0;
    return file;
  };

  test('has its new ids compared by who minted them, and the receipt says how many', async () => {
    const file = await recording();
    const { trace, receipt, stop } = await replay(file, agentOf(ask), live);
    expect(stop).toBeNull();
    expect(trace.outcome).toEqual(file.trunk.outcome);
    expect(receipt).toMatchObject({ mintedIds: 4, unused: [] });
    expect(receipt.entries.at(-1)).toMatchObject({ how: 'exact', from: file.trunk.steps.length - 1 });
    expect(JSON.stringify(trace.steps.at(-1)?.call.input)).toContain(`call_${run}_0_0`);
    expect(writerBodies).toBe(0);
  });

  test('is a miss where the agent mixes its ids up', async () => {
    const file = await recording();
    const { stop } = await replay(file, agentOf(ask, { mixesUp: true }), live);
    expect(stop).toMatchObject({ reason: 'diverged', divergence: { name: 'writer', why: 'other-input' } });
  });

  test('is no difference in the report of a miss', async () => {
    const file = await recording();
    const added = { role: 'user', content: 'briefly' };
    const { stop } = await replay(file, agentOf(ask, { adds: [added] }), live);
    expect(stop).toMatchObject({
      reason: 'diverged',
      divergence: { nearest: { differences: [{ path: '/messages/7', kind: 'added', actual: added }] } },
    });
  });

  test('counts none where it is frozen', async () => {
    const file = await recording();
    const { receipt, stop } = await replay(file, agentOf(ask));
    expect(stop).toBeNull();
    expect(receipt.mintedIds).toBe(0);
  });
});
