import { modelStep, step, trace } from '@stepfork/testkit';
import type { Call, Json, Step } from '@stepfork/trace';
import pc from 'picocolors';
import { expect, test } from 'vitest';
import { renderAnswered, renderAsked } from './call.ts';

const style = pc.createColors(false);

/** As it is recorded over HTTP: a request, a head, one body. */
function overHttp(body: Json, answer: Json): Step {
  const [first] = trace(modelStep('m', { method: 'POST', url: '/v1/x', headers: {}, body }, null)).steps;
  if (first === undefined) throw new Error('no step');
  const chunk = (value: Json, endOrder: number) => ({ value, atMs: 1, endOrder });
  const chunks = [chunk({ status: 200, statusText: 'OK', headers: {}, url: '/v1/x', redirected: false }, 1), chunk({ json: answer }, 2)];
  return { ...first, outcome: { kind: 'streamed', chunks, end: { kind: 'done' } } };
}

const call = { id: 'c1', type: 'function', function: { name: 'lookup', arguments: '{"id":7}' } };
test.each<[string, Json, Json, string, string]>([
  [
    'chat completions, a tool asked for',
    {
      messages: [
        { role: 'system', content: 'Be kind.' },
        { role: 'user', content: 'Where is\nit?' },
      ],
    },
    { choices: [{ message: { role: 'assistant', content: null, tool_calls: [call] } }] },
    'user: Where is it?',
    'lookup {"id":7}',
  ],
  [
    'chat completions, a text',
    { messages: [{ role: 'tool', tool_call_id: 'c1', content: '{"at":"home"}' }] },
    { choices: [{ message: { role: 'assistant', content: 'At home.' } }] },
    'tool: {"at":"home"}',
    'At home.',
  ],
  [
    'Messages',
    { system: 'Be kind.', messages: [{ role: 'user', content: [{ type: 'text', text: 'Hello' }] }] },
    { content: [{ type: 'text', text: 'Good day.' }] },
    'user: Hello',
    'Good day.',
  ],
  [
    'Responses',
    { instructions: 'Be kind.', input: 'Hello' },
    { output: [{ type: 'message', content: [{ type: 'output_text', text: 'Good day.' }] }] },
    'user: Hello',
    'Good day.',
  ],
  ['what says nothing that is known', {}, { error: { code: 5 } }, '{"method":"POST"', '{"error":{"code":5}}'],
])('a model over HTTP is shown by what was said: %s', (_, body, answer, asked, answered) => {
  const one = overHttp(body, answer);
  expect(renderAsked(one.call, 200)).toContain(asked);
  expect(renderAnswered(one, style, 200)).toBe(answered);
});

const asked = { role: 'user', content: [{ type: 'text', text: 'Where is it?' }] };
const told = { type: 'tool-result', toolCallId: 'c1', toolName: 'lookup', output: { type: 'json', value: { at: 'home' } } };
test.each<[string, readonly Json[], readonly Json[], string, string]>([
  [
    'a tool asked for',
    [{ role: 'system', content: 'Be kind.' }, asked],
    [{ type: 'tool-call', toolCallId: 'c1', toolName: 'lookup', input: '{"id":7}' }],
    'user: Where is it?',
    'lookup {"id":7}',
  ],
  ['a text', [asked, { role: 'tool', content: [told] }], [{ type: 'text', text: 'At home.' }], 'tool: lookup {"at":"home"}', 'At home.'],
])('so is one that was asked through the AI SDK: %s', (_, prompt, content, question, answered) => {
  const [one] = trace(modelStep('m', { prompt, tools: [] }, { content, finishReason: 'stop' })).steps as [Step];
  expect(renderAsked(one.call, 200)).toBe(question);
  expect(renderAnswered(one, style, 200)).toBe(answered);
});

test.each<[string, Json, string, string]>([
  ['POST api.local/refunds', { method: 'POST', url: '/refunds', headers: {}, body: { cents: 4999 } }, '{"cents":4999}', '402 {"ok":false}'],
  ['GET api.local/orders/{id}', { method: 'GET', url: '/orders/8841?full=1', headers: {} }, '/orders/8841?full=1', '402 {"ok":false}'],
  ['PUT api.local/orders/{id}', { method: 'PUT', url: '/orders/7', headers: {}, body: [1] }, '/orders/7 [1]', '402 {"ok":false}'],
])('another request is shown by what its name leaves open, and by status and JSON: %s', (name, input, question, answered) => {
  const [one] = trace(step(name, input, null)).steps as [Step];
  const head = { status: 402, statusText: 'No', headers: {}, url: 'http://api.local', redirected: false };
  const chunks = [head, { json: { ok: false } }].map((value, at) => ({ value, atMs: 1, endOrder: at + 1 }));
  const outcome = { kind: 'streamed', chunks, end: { kind: 'done' } } as const;
  expect(renderAsked(one.call, 99)).toBe(question);
  expect(renderAnswered({ ...one, outcome }, style, 99)).toBe(answered);
});

test('it is cut to the room that there is', () => {
  const one = overHttp(
    { messages: [{ role: 'user', content: 'A long question' }] },
    { content: [{ type: 'text', text: 'A long answer' }] },
  );
  expect(renderAsked(one.call, 10)).toBe('user: A l…');
  expect(renderAnswered(one, style, 8)).toBe('A long …');
});

test('any other call is shown as it is', () => {
  const [tool, model] = trace(step('lookup', { messages: [] }, 1), modelStep('m', { messages: [] }, { content: 'x' })).steps as [
    Step,
    Step,
  ];
  const shown = ({ call: one }: { readonly call: Call }): string => renderAsked(one, 99);
  expect([shown(tool), shown(model)]).toEqual(['{"messages":[]}', '{"messages":[]}']);
  expect([renderAnswered(tool, style, 99), renderAnswered(model, style, 99)]).toEqual(['1', '{"content":"x"}']);
});
