import type { Json, Step } from '@stepfork/trace';
import { expect, it } from 'vitest';
import { pairPrompts } from './pair-prompts.ts';
import { promptsOf } from './prompts-of.ts';

const pay = { name: 'pay', description: 'Pays.', input_schema: { type: 'object', properties: { cents: { type: 'integer' } } } };

function asked(input: Json, { name = 'gpt-4o', parent = null as number | null } = {}): Step {
  return {
    index: 0,
    parent,
    call: { kind: 'model', name, input, effect: false },
    outcome: { kind: 'returned', value: null },
    startedAtMs: 0,
    endedAtMs: 0,
    endOrder: 0,
    closing: null,
  };
}

function wire(body: Json): Step {
  return asked({ method: 'POST', url: '/v1/messages', headers: {}, body });
}

it('counts requests with other messages as one prompt', () => {
  const turn = (...messages: readonly Json[]) => wire({ model: 'gpt-4o', system: 'Be kind.', tools: [pay], messages });
  const prompts = promptsOf({ steps: [turn('hi'), turn('hi', { role: 'assistant', content: 'hello' }, 'pay!')] });
  expect(prompts).toEqual([
    {
      model: 'gpt-4o',
      instructions: expect.stringMatching(/^[0-9a-f]{12}$/),
      tools: expect.stringMatching(/^[0-9a-f]{12}$/),
      toolNames: ['pay'],
      calls: 2,
      nested: false,
    },
  ]);
});

it('gives the same instructions one hash in all dialects and SDKs', () => {
  const said = 'Be kind.';
  const steps = [
    wire({ system: said, messages: [{ role: 'user', content: 'hi' }] }),
    wire({ instructions: said, input: 'hi' }),
    wire({ systemInstruction: { parts: [{ text: said }] }, contents: [{ role: 'user', parts: [{ text: 'hi' }] }] }),
    asked({
      messages: [
        { role: 'developer', content: said },
        { role: 'user', content: 'hi' },
      ],
    }),
    asked({
      prompt: [
        { role: 'system', content: said },
        { role: 'user', content: [{ type: 'text', text: 'hi' }] },
      ],
    }),
  ];
  expect(promptsOf({ steps })).toMatchObject([{ calls: 5, tools: null, toolNames: [] }]);
});

it('says that there are no instructions and no tools, as in a call of a function', () => {
  expect(promptsOf({ steps: [asked('Where is my lamp?'), asked({ question: 'Where?' })] })).toMatchObject([
    { instructions: null, tools: null, calls: 2 },
  ]);
});

const plain = { system: 'Be kind.', tools: [pay], messages: ['hi'] };
it.each<readonly [string, 'model' | 'instructions' | 'tools', Step]>([
  ['another model', 'model', asked(plain, { name: 'gpt-5' })],
  ['other instructions', 'instructions', asked({ ...plain, system: 'Be quick.' })],
  ['one more instruction in the history', 'instructions', asked({ ...plain, messages: ['hi', { role: 'system', content: 'Stop.' }] })],
  ['another description of a tool', 'tools', asked({ ...plain, tools: [{ ...pay, description: 'Refunds.' }] })],
  ['another schema', 'tools', asked({ ...plain, tools: [{ ...pay, input_schema: { type: 'object' } }] })],
  ['no tools', 'tools', asked({ ...plain, tools: [] })],
])('notices %s, and puts it beside what it was', (_, field, changed) => {
  const [recorded, now] = [promptsOf({ steps: [asked(plain)] }), promptsOf({ steps: [changed] })];
  const [pair, ...others] = pairPrompts(recorded, now);
  expect(others).toEqual([]);
  expect(pair?.now).toMatchObject({ ...pair?.recorded, toolNames: expect.anything(), [field]: expect.anything() });
  expect(pair?.now?.[field]).not.toBe(pair?.recorded?.[field]);
});

it('does not notice the order of keys', () => {
  const turned = { messages: ['hi'], tools: [Object.fromEntries(Object.entries(pay).reverse())], system: 'Be kind.' };
  expect(promptsOf({ steps: [asked(plain), asked(turned)] })).toHaveLength(1);
});

it('knows prompts that only the bodies of other calls send', () => {
  const steps = [
    asked('a'),
    asked('b', { name: 'inner', parent: 0 }),
    asked('c', { name: 'both', parent: 0 }),
    asked('d', { name: 'both' }),
  ];
  expect(promptsOf({ steps }).map(({ model, nested }) => [model, nested])).toEqual([
    ['gpt-4o', false],
    ['inner', true],
    ['both', false],
  ]);
});

it('pairs the same prompts first, wherever they stand, then those with most in common', () => {
  const triage = asked({ ...plain, system: 'Triage.' });
  const steps = { recorded: [asked(plain), triage], now: [triage, asked({ ...plain, tools: [] }), asked(plain, { name: 'new' })] };
  const pairs = pairPrompts(promptsOf({ steps: steps.recorded }), promptsOf({ steps: steps.now }));
  expect(pairs.map(({ recorded, now }) => [recorded?.model, now?.model, recorded?.tools === now?.tools])).toEqual([
    ['gpt-4o', 'gpt-4o', false],
    ['gpt-4o', 'gpt-4o', true],
    [undefined, 'new', false],
  ]);
});
