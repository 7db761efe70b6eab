import { tool } from '@stepfork/interceptor';
import { modelStep, returns, step, type TracePart, trace, traceFile } from '@stepfork/testkit';
import type { Json, Trace } from '@stepfork/trace';
import { describe, expect, it, test } from 'vitest';
import { check } from '../check.ts';
import { ConfigurationError } from '../errors/configuration-error.ts';
import { judge } from '../judging/judge.ts';
import { replay } from '../replay.ts';
import { observedCalls } from './observed-calls.ts';

const asked = { city: 'Paris' };
const text = JSON.stringify(asked);
const wire = (body: Json): Json => ({ method: 'POST', url: '/v1/x', headers: {}, body });

/** A model that is asked over HTTP, answers, and is told. */
function told(answer: Json, next: Json, ...between: readonly TracePart[]): Trace {
  return trace(modelStep('gpt', wire({ messages: [] }), answer), ...between, modelStep('gpt', wire(next), { text: 'done' }), returns(null));
}

const chatCall = { id: 'c1', type: 'function', function: { name: 'weather', arguments: text } };
const chatAnswer = { choices: [{ index: 0, message: { role: 'assistant', content: null, tool_calls: [chatCall] } }] };
const chatTold = {
  messages: [
    { role: 'assistant', tool_calls: [chatCall] },
    { role: 'tool', tool_call_id: 'c1', content: '21°C' },
  ],
};
const geminiCall = { functionCall: { name: 'weather', args: asked } };
const ollamaCall = { function: { name: 'weather', arguments: asked } };
const anthropicCall = { type: 'tool_use', id: 't1', name: 'weather', input: asked };
const responsesCall = { type: 'function_call', id: 'fc1', call_id: 'c1', name: 'weather', arguments: text };

type Dialect = readonly [name: string, answer: unknown, next: unknown, result: unknown];

describe('a tool that nobody wraps is read off what a model asked for and was told', () => {
  it.each<Dialect>([
    ['chat completions', chatAnswer, chatTold, '21°C'],
    [
      'responses',
      { output: [responsesCall] },
      { input: [responsesCall, { type: 'function_call_output', call_id: 'c1', output: '21°C' }] },
      '21°C',
    ],
    [
      'responses that go on from the last one',
      { output: [responsesCall] },
      { previous_response_id: 'r1', input: [{ type: 'function_call_output', call_id: 'c1', output: '21°C' }] },
      '21°C',
    ],
    [
      'messages',
      { content: [anthropicCall] },
      {
        messages: [
          { role: 'assistant', content: [anthropicCall] },
          { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't1', content: '21°C' }] },
        ],
      },
      '21°C',
    ],
    [
      'Gemini, which gives no id',
      { candidates: [{ content: { role: 'model', parts: [geminiCall] } }] },
      {
        contents: [
          { role: 'model', parts: [geminiCall] },
          { role: 'user', parts: [{ functionResponse: { name: 'weather', response: { celsius: 21 } } }] },
        ],
      },
      { celsius: 21 },
    ],
    [
      'Ollama, which gives no id',
      { message: { role: 'assistant', tool_calls: [ollamaCall] } },
      {
        messages: [
          { role: 'assistant', tool_calls: [ollamaCall] },
          { role: 'tool', tool_name: 'weather', content: '21°C' },
        ],
      },
      '21°C',
    ],
  ])('%s', (_, answer, next, result) => {
    const run = told(answer as Json, next as Json);
    expect(observedCalls(run.steps)).toEqual([
      expect.objectContaining({ name: 'weather', input: asked, result, askedBy: run.steps[0], toldTo: run.steps[1] }),
    ]);
  });

  it.each<readonly [string, Trace]>([
    ['was not told to a model', told(chatAnswer, { messages: [] })],
    ['is recorded where it is called', told(chatAnswer, chatTold, step('weather', asked, '21°C'))],
    ['stands in a history that the agent was given', told({ text: 'hi' }, chatTold)],
    [
      'is run by the provider',
      told(
        { content: [{ type: 'server_tool_use', id: 's1', name: 'web_search', input: {} }] },
        { messages: [{ role: 'assistant', content: [{ type: 'web_search_tool_result', tool_use_id: 's1', content: [] }] }] },
      ),
    ],
  ])('not one that %s', (_, run) => {
    expect(observedCalls(run.steps)).toEqual([]);
  });

  test('two conversations, two calls of one answer, the same ids again', () => {
    const two = { choices: [{ index: 0, message: { tool_calls: [chatCall, { ...chatCall, id: 'c2' }] } }] };
    const run = trace(
      modelStep('gpt', wire({ messages: [] }), two),
      modelStep(
        'gpt',
        wire({ messages: ['c2', 'c1'].map((id) => ({ role: 'tool', tool_call_id: id, content: `first ${id}` })) }),
        chatAnswer,
      ),
      modelStep('gpt', wire({ messages: ['first', 'second'].map((content) => ({ role: 'tool', tool_call_id: 'c1', content })) }), {
        text: '',
      }),
    );
    expect(observedCalls(run.steps).map(({ id, result }) => [id, result])).toEqual([
      ['c1', 'first c1'],
      ['c2', 'first c2'],
      ['c1', 'second'],
    ]);
  });
});

describe('a claim speaks of observed calls like of others', () => {
  const run = told(chatAnswer, chatTold);
  it.each([
    [[{ tool: 'weather', with: asked, times: 1 }], []],
    [[{ tool: 'weather', with: { city: 'Rome' } }], ['weather was called with /city "Paris", claimed "Rome" (step 0)']],
    [[{ never: 'weather' }], ['weather was called with {"city":"Paris"} (step 0), claimed never']],
    [[{ order: ['weather', 'lookup'] }], ['lookup was never called, claimed weather, then lookup']],
    [[{ atMost: 3 }], []],
    [[{ atMost: 2 }], ['more than 2 calls in all']],
  ] as const)('%j', (calls, messages) => {
    expect(judge(run, { calls }).map(({ message }) => message)).toEqual(messages);
  });

  test('of a call that was told, as far as the run counts', () => {
    expect(judge(run, { calls: [{ never: 'weather' }] }, 0)).toEqual([]);
    expect(judge(run, { calls: [{ never: 'weather' }] }, 1)).toHaveLength(1);
  });

  test('not of one that has a boundary and was answered by the loop in its place', () => {
    expect(judge(run, { calls: [{ never: 'weather' }] }, undefined, new Set(['weather']))).toEqual([]);
  });
});

describe('a replay that would run bodies which nobody allowed', () => {
  const run = told(chatAnswer, chatTold);
  let ran = 0;
  const agent = async (): Promise<null> => {
    ran += 1;
    return null;
  };

  it.each([
    ['frozen, the default', {}],
    ['frozen by name', { weather: 'frozen' }],
    ['a sink', { weather: 'sink' }],
  ] as const)('is refused before anything runs: %s', async (_, tools) => {
    const refused = replay(traceFile(run), agent, { policies: { tools } });
    await expect(refused).rejects.toThrow(ConfigurationError);
    await expect(refused).rejects.toMatchObject({
      message: expect.stringContaining('the tool weather was only observed'),
      hint: expect.stringContaining('--policy weather=live'),
    });
    expect(ran).toBe(0);
  });

  test('is refused for a tool of a fork too', async () => {
    const file = traceFile(trace(returns(null)), run);
    await expect(check({ traces: file, agent, claim: { returns: null } })).rejects.toThrow('weather');
  });

  test('is made where each is named live', async () => {
    const { verdict } = await check({ traces: traceFile(run), agent, claim: { returns: null }, policies: { tools: { weather: 'live' } } });
    expect(verdict.kind).toBe('pass');
  });

  test('is made where the code has wrapped the tool by now: its body will not run', async () => {
    tool('wrapped_weather', (_: unknown) => '21°C');
    const renamed = JSON.parse(JSON.stringify(run).replaceAll('"weather"', '"wrapped_weather"')) as Trace;
    expect((await replay(traceFile(renamed), agent)).stop).toBeNull();
  });
});
