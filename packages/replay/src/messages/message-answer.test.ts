import { modelStep, streamedStep, trace } from '@stepfork/testkit';
import type { Json, Outcome } from '@stepfork/trace';
import { describe, expect, it, test } from 'vitest';
import { requestMismatches } from '../judging/request-mismatches.ts';
import { changeRequest } from './change-request.ts';
import { messageAnswer } from './message-answer.ts';
import { messageRequest } from './message-request.ts';
import { messagesOf } from './messages-of.ts';
import { offeredTools } from './offered-tools.ts';
import { toolChoiceOf } from './tool-choice-of.ts';

const wire = (body: Json): Json => ({ method: 'POST', url: '/v1/x', headers: { 'content-type': 'application/json' }, body });
const head = { status: 200, statusText: 'OK', headers: {}, url: 'http://127.0.0.1:1/v1/x', redirected: false };
const answer = (...parts: Json[]): Outcome =>
  trace(streamedStep('gpt', null, [head, ...parts], 'done', { kind: 'model' })).steps[0]?.outcome as Outcome;

describe('a request that went over HTTP', () => {
  it.each<[string, Json, readonly (readonly [string | null, string])[]]>([
    [
      'OpenAI chat',
      {
        messages: [
          { role: 'system', content: 'be kind' },
          { role: 'user', content: 'hi' },
        ],
      },
      [
        ['system', 'be kind'],
        ['user', 'hi'],
      ],
    ],
    [
      'OpenAI responses',
      { instructions: 'be kind', input: 'hi' },
      [
        ['system', 'be kind'],
        ['user', 'hi'],
      ],
    ],
    [
      'Anthropic',
      { system: [{ type: 'text', text: 'be kind' }], messages: [{ role: 'user', content: 'hi' }] },
      [
        ['system', 'be kind'],
        ['user', 'hi'],
      ],
    ],
    [
      'Gemini',
      { systemInstruction: { parts: [{ text: 'be kind' }] }, contents: [{ role: 'user', parts: [{ text: 'hi' }] }] },
      [
        ['system', 'be kind'],
        ['user', 'hi'],
      ],
    ],
    ['Ollama', { prompt: 'hi' }, [['user', 'hi']]],
  ])('says what its body says: %s', (_dialect, body, messages) => {
    expect(messagesOf(wire(body)).map(({ role, text }) => [role, text])).toEqual(messages);
  });

  test('offers the tools of its body, and chooses among them', () => {
    const request = wire({ tools: [{ functionDeclarations: [{ name: 'lookup' }] }], tool_choice: { type: 'any' } });
    expect([...offeredTools(request)]).toEqual(['lookup']);
    expect(toolChoiceOf(request)).toBe('required');
  });

  test('is claimed by what was meant, or by what was sent', () => {
    const request = wire({ temperature: 0, messages: [] });
    const claims: readonly [Json, number][] = [
      [{ temperature: 0 }, 0],
      [{ temperature: 1 }, 1],
      [{ url: '/v1/x', body: { temperature: 0 } }, 0],
      [{ url: '/v1/y' }, 1],
    ];
    for (const [part, count] of claims) expect([part, [...requestMismatches({ with: part }, request)].length]).toEqual([part, count]);
  });

  test('is changed in its body alone; what does not change is the same object', () => {
    const request = wire({ a: 1 });
    expect(changeRequest(request, () => ({ a: 2 }))).toEqual(wire({ a: 2 }));
    expect(changeRequest(request, (body) => body)).toBe(request);
    expect(messageRequest({ body: 'of a letter' })).toEqual({ body: 'of a letter' });
  });
});

describe('an answer that came over HTTP', () => {
  it.each<[string, Outcome, unknown]>([
    ['whole', answer({ json: { a: 1 } }), { kind: 'returned', value: { a: 1 } }],
    [
      'as events',
      answer({ data: { a: 1 } }, { text: ': ping' }, { event: 'x', data: '[DONE]' }),
      { chunks: [{ value: { a: 1 } }, { value: '[DONE]' }] },
    ],
    ['as lines', answer({ line: { a: 1 } }, { line: { b: 1 } }), { chunks: [{ value: { a: 1 } }, { value: { b: 1 } }] }],
  ])('is what it says: %s', (_how, outcome, meant) => {
    expect(messageAnswer(outcome)).toMatchObject(meant as object);
  });

  test('any other answer is what it is', () => {
    const [plain] = trace(modelStep('gpt', null, { status: 200 })).steps;
    expect(messageAnswer(plain?.outcome as Outcome)).toBe(plain?.outcome);
  });
});
