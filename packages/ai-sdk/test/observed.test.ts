import { observeTools } from '@stepfork/ai-sdk';
import { record } from '@stepfork/interceptor';
import { startProvider } from '@stepfork/testkit';
import { generateText, jsonSchema, stepCountIs } from 'ai';
import { expect, test } from 'vitest';
import { providerModel } from './agents.ts';
import { majors } from './majors.ts';
import { replayOf } from './record-and-replay.ts';

observeTools();
const inputSchema = jsonSchema<{ city: string }>({ type: 'object', properties: { city: { type: 'string' } }, required: ['city'] });
const [major] = majors.slice(-1);
if (major === undefined) throw new Error('there is no AI SDK');

/** Its tool is met by nothing but what the SDK tells. */
const agentOn = (url: string, execute: (input: { city: string }) => unknown) => async (): Promise<unknown> => {
  const { steps } = await generateText({
    model: providerModel(major, `${url}/v1`, 'gpt'),
    prompt: 'How is the weather?',
    stopWhen: stepCountIs(1),
    tools: { get_weather: { inputSchema, execute } },
  });
  return steps[0]?.content.map(({ type }) => type);
};

test.each([
  ['its answer', async ({ city }: { city: string }) => ({ city }), { kind: 'returned', value: { city: 'Paris' } }],
  [
    'its error',
    async () => {
      throw new RangeError('no such city');
    },
    { kind: 'threw', error: { class: 'RangeError', message: 'no such city' } },
  ],
] as const)(
  'a tool of which the SDK only tells is recorded with %s, of which no model hears, and a replay of it is refused',
  async (_, execute, outcome) => {
    const provider = await startProvider();
    let ran = 0;
    const agent = agentOn(provider.url, (input) => {
      ran += 1;
      return execute(input);
    });
    const trace = await record(agent, null).finally(() => provider.close());
    expect(trace.steps.slice(1)).toMatchObject([{ call: { kind: 'tool', name: 'get_weather', input: { city: 'Paris' } }, outcome }]);
    expect(trace.draws).toContainEqual(expect.objectContaining({ kind: 'environment', site: 'observed-tool', value: 'get_weather' }));
    await expect(replayOf(trace, agent)).rejects.toThrow('the tool get_weather was only observed');
    const { stop, trace: again } = await replayOf(trace, agent, { policies: { tools: { get_weather: 'live' } } });
    expect([stop, again.outcome, ran]).toEqual([null, trace.outcome, 2]);
  },
);

test.each([
  ['never-recorded', {}],
  ['only-observed', { '*': 'sink' }],
] as const)('one that the recording does not know is refused before its body: %s', async (why, tools) => {
  const provider = await startProvider();
  let ran = 0;
  const agent = agentOn(provider.url, () => {
    ran += 1;
  });
  const trace = await record(async () => null, null);
  const { stop } = await replayOf(trace, agent, { policies: { models: { '*': 'live' }, tools } }).finally(() => provider.close());
  expect(stop).toMatchObject({ reason: 'diverged', divergence: { kind: 'tool', name: 'get_weather', why } });
  expect([provider.requests.length, ran]).toEqual([1, 0]);
});
