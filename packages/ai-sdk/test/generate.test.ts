import { wrapModel } from '@stepfork/ai-sdk';
import { createFetch } from '@stepfork/http';
import { type Agent, record } from '@stepfork/interceptor';
import { judge, whatIf } from '@stepfork/replay';
import { startProvider } from '@stepfork/testkit';
import { describe, expect, test } from 'vitest';
import { providerModel, type Ran, told, weatherTools } from './agents.ts';
import { majors } from './majors.ts';
import { recordAndReplay, replayOf } from './record-and-replay.ts';

const prompt = 'How is the weather in Paris?';

describe.each(majors)('$name, generateText', (major) => {
  const { generateText, stepCountIs } = major.sdk;
  const loop =
    (ran: Ran, modelId = 'gpt', options: Parameters<typeof weatherTools>[2] = {}) =>
    (url: string) =>
    async () =>
      told(
        await generateText({
          model: providerModel(major, url, modelId),
          tools: weatherTools(major, ran, options),
          stopWhen: stepCountIs(4),
          system: 'Be brief.',
          prompt,
          temperature: 0,
          maxRetries: 2,
        }),
      );

  test('a loop of tools is replayed offline, ids and times of the SDK too, and no body runs', async () => {
    const ran: Ran = [];
    const { recorded, provider } = await recordAndReplay(loop(ran));
    expect(recorded.steps.map(({ call }) => [call.kind, call.name])).toEqual([
      ['model', 'gpt'],
      ['tool', 'get_weather'],
      ['model', 'gpt'],
    ]);
    expect(provider.requests).toHaveLength(2);
    expect(ran).toEqual(['get_weather Paris']);
    expect(recorded.steps[1]?.call).toMatchObject({ input: { city: 'Paris' }, effect: false });
    expect(recorded.steps[1]?.outcome).toMatchObject({ value: { celsius: 21, at: { $: 'date' } } });
    expect(recorded.steps[0]?.outcome).toMatchObject({ kind: 'returned', value: { response: { timestamp: { $: 'date' } } } });
    expect(recorded.steps[0]?.call.input).toMatchObject({
      prompt: [{ role: 'system', content: 'Be brief.' }, { role: 'user' }],
      tools: [{ type: 'function', name: 'get_weather' }],
      toolChoice: { type: 'auto' },
      temperature: 0,
    });
  });

  test('neither the key nor a signal, a header or what is undefined is recorded', async () => {
    const { recorded } = await recordAndReplay((url) => async () => {
      const model = providerModel(major, url, 'gpt');
      const { text } = await generateText({
        model,
        prompt,
        headers: { 'x-api-key': 'hunter2hunter2' },
        abortSignal: new AbortController().signal,
      });
      return text;
    });
    const text = JSON.stringify(recorded);
    expect(text).not.toMatch(/sk-proj-|hunter2|session=/);
    expect(Object.keys(recorded.steps[0]?.call.input as object)).not.toContain('headers');
    expect(Object.keys(recorded.steps[0]?.call.input as object)).not.toContain('abortSignal');
    expect(recorded.steps[0]?.outcome).toMatchObject({
      value: { response: { headers: { 'content-type': 'application/json', 'x-request-id': expect.any(String) } } },
    });
    expect(text).not.toContain('set-cookie');
  });

  test('a tool is run again where it is live', async () => {
    const ran: Ran = [];
    const { recorded } = await recordAndReplay(loop(ran));
    const replayed = await replayOf(recorded, loop(ran)('http://127.0.0.1:1/v1'), { policies: { tools: { get_weather: 'live' } } });
    expect(replayed.stop).toBeNull();
    expect(ran).toEqual(['get_weather Paris', 'get_weather Paris']);
    expect(replayed.trace.outcome).toEqual(recorded.outcome);
  });

  test('an effect is a sink: answered whatever its input, which is kept for the claim', async () => {
    const ran: Ran = [];
    const { recorded } = await recordAndReplay(loop(ran, 'gpt', { effects: ['get_weather'] }));
    expect(recorded.steps[1]?.call.effect).toBe(true);
    const claim = { calls: [{ tool: 'get_weather', with: { city: 'Paris' } }] };
    expect(judge(recorded, claim)).toEqual([]);
    // The code as it is now asks for another city: nobody recorded that, and nothing runs.
    const tools = weatherTools(major, ran, { effects: ['get_weather'] });
    const changed = async () => {
      const execute = tools.get_weather.execute as (input: object, options: object) => Promise<unknown>;
      const model = providerModel(major, 'http://127.0.0.1:1/v1', 'gpt');
      const result = await generateText({
        model,
        tools: {
          get_weather: { ...tools.get_weather, execute: (_input: object, options: object) => execute({ city: 'Lyon' }, options) } as never,
        },
        stopWhen: stepCountIs(4),
        system: 'Be brief.',
        prompt,
        temperature: 0,
      });
      return result.text;
    };
    const replayed = await replayOf(recorded, changed);
    expect(replayed.stop).toBeNull();
    expect(ran).toEqual(['get_weather Paris']);
    expect(judge(replayed.trace, claim)).toHaveLength(1);
  });

  test('claims about requests read its prompts', async () => {
    const { recorded } = await recordAndReplay(loop([]));
    const holds = (text: string, role: 'system' | 'tool' | 'user') =>
      judge(recorded, { requests: [{ last: true, messages: [{ role, contains: text }] }] } as never);
    expect(holds('Be brief.', 'system')).toEqual([]);
    expect(holds('"celsius":21', 'tool')).toEqual([]);
    expect(holds('Lyon', 'tool')).toHaveLength(1);
  });

  test('an answer that is put in the place of a recorded one is what the model says', async () => {
    const { recorded } = await recordAndReplay(loop([]));
    const traces = { trunk: recorded, forks: [], sealed: true, damage: null };
    const agent = loop([])('http://127.0.0.1:1/v1') as Agent<unknown, unknown>;
    const forked = await whatIf(traces, agent, { at: 2, answer: { content: 'It rains.' }, live: [] });
    expect(forked.kind).toBe('forked');
    expect(forked.replay.trace.outcome).toMatchObject({ kind: 'returned', value: { text: 'It rains.' } });
  });

  test('a refused request is tried again, by the SDK itself', async () => {
    const { recorded } = await recordAndReplay(loop([], 'fail500'));
    expect(recorded.steps.map(({ outcome }) => outcome.kind)).toEqual(['threw', 'returned', 'returned', 'returned']);
    expect(recorded.steps[0]?.outcome).toMatchObject({ error: { class: 'APICallError', fields: { statusCode: 500, isRetryable: true } } });
  });

  test('what fails for good fails the same way', async () => {
    const { recorded } = await recordAndReplay(() => () => {
      const model = providerModel(major, 'http://127.0.0.1:1/v1', 'gpt');
      return generateText({ model, prompt, maxRetries: 0 }).catch(toldError);
    });
    expect(recorded.steps.map(({ outcome }) => outcome.kind)).toEqual(['threw']);
    expect(recorded.outcome).toMatchObject({ value: { name: 'AI_APICallError' } });
  });

  test('what the agent broke off is broken off again', async () => {
    const { recorded } = await recordAndReplay((url) => async () => {
      const signal = AbortSignal.timeout(50);
      return generateText({ model: providerModel(major, url, 'stall'), prompt, abortSignal: signal }).catch(toldError);
    });
    expect(recorded.steps[0]?.outcome).toMatchObject({ kind: 'streamed', chunks: [], end: { kind: 'cancelled' } });
  });

  test('requests inside of a model are no calls of their own', async () => {
    const { recorded } = await recordAndReplay((url) => async () => {
      const provider = major.createOpenAICompatible({ name: 'local', baseURL: url, fetch: createFetch() });
      return (await generateText({ model: wrapModel(provider('gpt')), prompt })).text;
    });
    expect(recorded.steps).toHaveLength(1);
  });

  test('an id that a live model mints anew is the recorded one', async () => {
    const { recorded } = await recordAndReplay(loop([]));
    const provider = await startProvider({ ids: 'random' });
    const agent = loop([])(`${provider.url}/v1`);
    const replayed = await replayOf(recorded, agent, { policies: { models: { gpt: 'live' } } }).finally(() => provider.close());
    expect(replayed.stop).toBeNull();
    expect(replayed.receipt).toMatchObject({ mintedIds: 1, unused: [] });
    expect(provider.requests).toHaveLength(2);
  });

  test('outside of a run the SDK is as ever', async () => {
    const ran: Ran = [];
    const provider = await startProvider();
    const result = await loop(ran)(`${provider.url}/v1`)().finally(() => provider.close());
    expect(result).toMatchObject({ steps: [{ finishReason: 'tool-calls' }, { finishReason: 'stop' }] });
    expect(provider.requests).toHaveLength(2);
    expect(ran).toEqual(['get_weather Paris']);
  });
});

function toldError(error: unknown): unknown {
  const { name, message } = error as Error;
  return { name, message };
}

test('an agent that was not recorded asks a model in vain', async () => {
  const [major] = majors;
  if (major === undefined) throw new Error('no major');
  const trunk = await record(async () => null, null);
  const replayed = await replayOf(trunk, async () =>
    major.sdk.generateText({ model: providerModel(major, 'http://127.0.0.1:1/v1', 'gpt'), prompt }),
  );
  expect(replayed.stop).not.toBeNull();
});
