import { modelStep, step, trace } from '@stepfork/testkit';
import { describe, expect, it } from 'vitest';
import { declaredSchemas } from './declared-schemas.ts';

const parameters = {
  type: 'object',
  properties: { id: { type: 'string' }, note: { type: 'string' } },
  required: ['id'],
  additionalProperties: false,
};
const upper = { type: 'OBJECT', properties: { id: { type: 'STRING' } }, required: ['id'] };
const offers: readonly (readonly [string, unknown, (input: unknown) => unknown])[] = [
  [
    'chat completions',
    { tools: [{ type: 'function', function: { name: 'look_up', parameters } }] },
    (input) => ({
      choices: [
        { message: { tool_calls: [{ id: 'a', type: 'function', function: { name: 'look_up', arguments: JSON.stringify(input) } }] } },
      ],
    }),
  ],
  [
    'responses',
    { tools: [{ type: 'function', name: 'look_up', parameters }] },
    (input) => ({ output: [{ type: 'function_call', call_id: 'a', name: 'look_up', arguments: JSON.stringify(input) }] }),
  ],
  [
    'messages',
    { tools: [{ name: 'look_up', input_schema: parameters }] },
    (input) => ({ content: [{ type: 'tool_use', id: 'a', name: 'look_up', input }] }),
  ],
  [
    'gemini',
    { tools: [{ functionDeclarations: [{ name: 'look_up', parameters: upper }] }] },
    (args) => ({ candidates: [{ content: { parts: [{ functionCall: { name: 'look_up', args } }] } }] }),
  ],
  [
    'the AI SDK',
    { prompt: [], tools: [{ type: 'function', name: 'look_up', inputSchema: parameters }] },
    (input) => ({ content: [{ type: 'tool-call', toolCallId: 'a', toolName: 'look_up', input: JSON.stringify(input) }] }),
  ],
];

describe('declaredSchemas', () => {
  it.each(offers)('%s: what is optional may go from a call, what is required may not, nor become another type', (_, request, answer) => {
    const asking = (input: unknown) => trace(modelStep('gpt', request, answer(input)));
    const ruleOut = declaredSchemas(asking({ id: 'order-1', note: 'left at the door' }));
    expect(ruleOut(asking({ id: 'order-1' }))).toBeNull();
    expect(ruleOut(asking({ note: 'left at the door' }))).toMatch(/^gpt would ask for look_up as its schema forbids \(id: /);
    expect(ruleOut(asking({ id: 7 }))).toMatch(/forbids/);
  });

  it('says nothing by a schema that the recorded run does not keep to, or that nobody can read', () => {
    const [, request, answer] = offers[2] as (typeof offers)[number];
    const wrong = trace(modelStep('gpt', request, answer({ note: 'no id' })));
    expect(declaredSchemas(wrong)(trace(modelStep('gpt', request, answer({}))))).toBeNull();
    const odd = { tools: [{ name: 'look_up', input_schema: { $ref: 'https://example.com/elsewhere.json' } }] };
    const recorded = trace(modelStep('gpt', odd, answer({ id: 'order-1' })));
    expect(declaredSchemas(recorded)(trace(modelStep('gpt', odd, answer({}))))).toBeNull();
  });

  it('a pattern says nothing, since it is data of a stranger and may take years; all else of its schema holds', () => {
    const [, , answer] = offers[2] as (typeof offers)[number];
    const properties = { id: { type: 'string', pattern: '^(o+)+$' }, pattern: { type: 'string' } };
    const request = { tools: [{ name: 'look_up', input_schema: { type: 'object', properties, required: ['id', 'pattern'] } }] };
    const asking = (input: unknown) => trace(modelStep('gpt', request, answer(input)));
    const ruleOut = declaredSchemas(asking({ id: 'oo', pattern: 'a' }));
    expect(ruleOut(asking({ id: 'x', pattern: 'a' }))).toBeNull();
    expect(ruleOut(asking({ id: 'oo' }))).toMatch(/forbids \(pattern: /);
    const byName = { tools: [{ name: 'look_up', input_schema: { type: 'object', patternProperties: { '^(o+)+$': { type: 'string' } } } }] };
    const named = (input: unknown) => trace(modelStep('gpt', byName, answer(input)));
    expect(declaredSchemas(named({ oo: 'a' }))(named({ oo: 7 }))).toBeNull();
  });

  it('reads types of any case, and leaves values that a schema holds as they are', () => {
    const [, , answer] = offers[2] as (typeof offers)[number];
    const properties = {
      id: { type: ['STRING', 'NULL'] },
      // Names of properties that are keywords elsewhere.
      enum: { type: 'STRING', enum: ['TYPE', 'OBJECT'] },
      const: { anyOf: [{ const: 'A' }, { enum: ['B'] }] },
      type: { const: 'ORDER' },
    };
    const request = { tools: [{ name: 'look_up', input_schema: { type: 'OBJECT', properties, required: ['id', 'type'] } }] };
    const asking = (input: unknown) => trace(modelStep('gpt', request, answer(input)));
    const right = { id: 'order-1', enum: 'OBJECT', const: 'A', type: 'ORDER' };
    const ruleOut = declaredSchemas(asking(right));
    expect(ruleOut(asking({ ...right, id: null, const: 'B' }))).toBeNull();
    for (const wrong of [{ id: 7 }, { enum: 'object' }, { const: 'C' }, { type: 'order' }, { type: '' }])
      expect(ruleOut(asking({ ...right, ...wrong }))).toMatch(/forbids/);
  });

  it('a server of MCP goes on answering what it has promised', () => {
    const outputSchema = { type: 'object', properties: { size: { type: 'number' }, owner: { type: 'string' } }, required: ['size'] };
    const list = step('MCP tools/list', { server: 'files' }, { tools: [{ name: 'stat', inputSchema: { type: 'object' }, outputSchema }] });
    const answering = (structuredContent: unknown) => trace(list, step('files/stat', {}, { content: [], structuredContent }));
    const ruleOut = declaredSchemas(answering({ size: 3, owner: 'me' }));
    expect(ruleOut(answering({ size: 3 }))).toBeNull();
    expect(ruleOut(answering({ owner: 'me' }))).toBe(
      'files/stat would answer as its schema forbids (size: Invalid input: expected number, received undefined)',
    );
    expect(ruleOut(trace(list, step('files/stat', {}, { content: [] })))).toMatch(/forbids/);
  });
});
