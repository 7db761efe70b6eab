import { modelStep, trace } from '@stepfork/testkit';
import { encodeValue, type Json, type Outcome, type Step } from '@stepfork/trace';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { nearestStep } from '../answers/nearest-step.ts';
import { createLedger, type Ledger } from '../ledger/ledger.ts';
import type { Question } from '../ledger/question.ts';
import { indexRecording } from '../ledger/recording-index.ts';
import { createMintedIds } from './minted-ids.ts';

/** A tool call that a model asks for. */
interface Ask {
  readonly id: string;
  readonly tool: string;
}

/** How one API writes a conversation. */
interface Api {
  readonly request: (turns: readonly (readonly Ask[])[]) => unknown;
  readonly answer: (asks: readonly Ask[]) => unknown;
}

const apis: Readonly<Record<string, Api>> = {
  chat: {
    request: (turns) => ({
      messages: [
        { role: 'user', content: 'go' },
        ...turns.flatMap((asks) => [
          { role: 'assistant', tool_calls: asks.map(({ id, tool }) => ({ id, function: { name: tool, arguments: '{}' } })) },
          ...asks.map(({ id }) => ({ role: 'tool', tool_call_id: id, content: 'ok' })),
        ]),
      ],
    }),
    answer: (asks) => ({
      choices: [{ message: { tool_calls: asks.map(({ id, tool }) => ({ id, function: { name: tool, arguments: '{}' } })) } }],
    }),
  },
  camel: {
    request: (turns) =>
      turns.flatMap((asks) => [
        { role: 'assistant', toolCalls: asks.map(({ id, tool }) => ({ id, name: tool })) },
        ...asks.map(({ id }) => ({ role: 'tool', toolCallId: id, content: 'ok' })),
      ]),
    answer: (asks) => ({ toolCalls: asks.map(({ id, tool }) => ({ id, name: tool })) }),
  },
  responses: {
    request: (turns) => ({
      input: turns.flatMap((asks) => [
        ...asks.map(({ id, tool }) => ({ type: 'function_call', id: `fc_${id}`, call_id: id, name: tool })),
        ...asks.map(({ id }) => ({ type: 'function_call_output', call_id: id, output: 'ok' })),
      ]),
    }),
    answer: (asks) => ({ output: asks.map(({ id, tool }) => ({ type: 'function_call', id: `fc_${id}`, call_id: id, name: tool })) }),
  },
  anthropic: {
    request: (turns) => ({
      messages: turns.flatMap((asks) => [
        { role: 'assistant', content: asks.map(({ id, tool }) => ({ type: 'tool_use', id, name: tool, input: {} })) },
        { role: 'user', content: asks.map(({ id }) => ({ type: 'tool_result', tool_use_id: id, content: 'ok' })) },
      ]),
    }),
    answer: (asks) => ({ content: asks.map(({ id, tool }) => ({ type: 'tool_use', id, name: tool, input: {} })) }),
  },
};

const outcomeOf = (value: unknown): Outcome => ({ kind: 'returned', value: encodeValue(value) });

function ledgerOf(...steps: readonly (readonly [name: string, input: unknown, output: unknown])[]): Ledger {
  const rules = { isEffect: () => false, isLive: () => false, isStable: () => false, ignored: () => [], ignoreText: '' };
  return createLedger(indexRecording(trace(...steps.map((one) => modelStep(...one))), rules), 'keyed', rules.isEffect, () => []);
}

const asking = (ledger: Ledger, request: unknown): Question => ledger.ask(ledger.look('model', 'gpt', encodeValue(request)));
/** The recorded step of this question. */
const stepOf = (ledger: Ledger, request: unknown): number | null => ledger.next(asking(ledger, request))?.index ?? null;

let calls = 0;
/** A body gives this answer; returns the recorded step for which it stands. */
function answerLive(ledger: Ledger, request: unknown, answer: unknown): number | null {
  const question = asking(ledger, request);
  const step: Step | null = ledger.next(question);
  ledger.pass(question);
  const call = calls++;
  ledger.runs(call, question);
  expect(ledger.awaits(call)).toBe(true);
  ledger.answered(call, outcomeOf(answer));
  return step?.index ?? null;
}

const shape = fc.array(fc.array(fc.constantFrom('lookup', 'pay'), { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 5 });
const conversation = shape.chain((turns) => {
  const count = turns.flat().length;
  const ids = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 3 }), { minLength: count, maxLength: count });
  const named = ids.map((names) => {
    let at = 0;
    return turns.map((tools) => tools.map((tool): Ask => ({ id: names[at++] ?? '', tool })));
  });
  return fc.tuple(named, named);
});

describe.each(Object.entries(apis))('in %s', (_, { request, answer }) => {
  const recordingOf = (turns: readonly (readonly Ask[])[]): Ledger =>
    ledgerOf(
      ...[...turns.map((asks, at) => ['gpt', request(turns.slice(0, at)), answer(asks)] as const), ['gpt', request(turns), 'end'] as const],
    );
  const rename = (turns: readonly (readonly Ask[])[], change: (id: string) => string): readonly (readonly Ask[])[] =>
    turns.map((asks) => asks.map(({ id, tool }) => ({ id: change(id), tool })));

  test('a conversation whose ids are all new is the recorded one', () => {
    fc.assert(
      fc.property(conversation, ([recorded, renamed]) => {
        const live = rename(renamed, (id) => `new ${id}`);
        const ledger = recordingOf(recorded);
        for (const [at, asks] of live.entries()) expect(answerLive(ledger, request(live.slice(0, at)), answer(asks))).toBe(at);
        expect(stepOf(ledger, request(live))).toBe(live.length);
        expect(ledger.mintedIds()).toBeGreaterThanOrEqual(live.flat().length);
      }),
    );
  });

  test('two ids that are swapped are never the recorded ones, whatever ids the provider mints', () => {
    fc.assert(
      fc.property(conversation, fc.nat(), fc.nat(), ([recorded, live], a, b) => {
        const ids = live.flat().map(({ id }) => id);
        const [one = '', other = ''] = [ids[a % ids.length], ids[b % ids.length]];
        fc.pre(one !== other);
        const ledger = recordingOf(recorded);
        for (const [at, asks] of live.entries()) answerLive(ledger, request(live.slice(0, at)), answer(asks));
        const swapped = rename(live, (id) => (id === one ? other : id === other ? one : id));
        // By chance the provider may have minted the recorded ids the other way round: then the prompt is the recorded one to the letter.
        fc.pre(JSON.stringify(swapped) !== JSON.stringify(recorded));
        expect(stepOf(ledger, request(swapped))).toBeNull();
      }),
    );
  });

  test('an id that no answer minted equals only itself', () => {
    const ledger = recordingOf([[{ id: 'r', tool: 'pay' }]]);
    expect(stepOf(ledger, request([[{ id: 'made', tool: 'pay' }]]))).toBeNull();
    answerLive(ledger, request([]), answer([{ id: 'x', tool: 'pay' }]));
    expect(stepOf(ledger, request([[{ id: 'made', tool: 'pay' }]]))).toBeNull();
    expect(stepOf(ledger, request([[{ id: 'r', tool: 'pay' }]]))).toBe(1);
    expect(ledger.mintedIds()).toBe(0);
  });
});

const { request, answer } = apis.chat as Api;
const ask = (id: string, tool = 'pay'): Ask => ({ id, tool });
const one = [[ask('r1')]];
const recordedOne = [
  ['gpt', request([]), answer([ask('r1')])],
  ['gpt', request(one), 'end'],
] as const;

describe('an id of a live answer equals no recorded one', () => {
  it.each<[string, () => { readonly ledger: Ledger; readonly asked: unknown }]>([
    [
      'if the answer is to another question',
      () => {
        const ledger = ledgerOf(...recordedOne);
        answerLive(ledger, { messages: ['another'] }, answer([ask('x')]));
        return { ledger, asked: request([[ask('x')]]) };
      },
    ],
    [
      'if the question was asked more often than recorded',
      () => {
        const ledger = ledgerOf(...recordedOne);
        answerLive(ledger, request([]), answer([ask('x')]));
        answerLive(ledger, request([]), answer([ask('y')]));
        return { ledger, asked: request([[ask('y')]]) };
      },
    ],
    [
      'if two answers minted it',
      () => {
        const ledger = ledgerOf(...recordedOne);
        answerLive(ledger, request([]), answer([ask('x')]));
        answerLive(ledger, { messages: ['another'] }, answer([ask('x')]));
        return { ledger, asked: request([[ask('x')]]) };
      },
    ],
    [
      'if one answer minted it twice',
      () => {
        const two = [ask('r1'), ask('r2')];
        const ledger = ledgerOf(['gpt', request([]), answer(two)], ['gpt', request([two]), 'end']);
        answerLive(ledger, request([]), answer([ask('x'), ask('x')]));
        return { ledger, asked: request([[ask('x'), ask('x')]]) };
      },
    ],
    [
      'if two recorded answers minted that one',
      () => {
        const ledger = ledgerOf(recordedOne[0], ['gpt', { messages: ['another'] }, answer([ask('r1')])], recordedOne[1]);
        answerLive(ledger, request([]), answer([ask('x')]));
        return { ledger, asked: request([[ask('x')]]) };
      },
    ],
    [
      'if a recorded request held that one before it was minted',
      () => {
        const ledger = ledgerOf(['gpt', request(one), 'earlier'], ...recordedOne);
        answerLive(ledger, request([]), answer([ask('x')]));
        return { ledger, asked: request([[ask('x')]]) };
      },
    ],
    [
      'if the agent wrote it before it was minted',
      () => {
        const ledger = ledgerOf(...recordedOne);
        answerLive(ledger, request([[ask('x', 'other')]]), 'nothing');
        answerLive(ledger, request([]), answer([ask('x')]));
        return { ledger, asked: request([[ask('x')]]) };
      },
    ],
    [
      'if the recording knows it from elsewhere',
      () => {
        const ledger = ledgerOf(...recordedOne, ['gpt', { messages: ['another'] }, answer([ask('x')])]);
        answerLive(ledger, request([]), answer([ask('x')]));
        return { ledger, asked: request([[ask('x')]]) };
      },
    ],
    [
      'if the request holds that one beside it',
      () => {
        const twice = [[ask('r1')], [ask('r1')]];
        const ledger = ledgerOf(...recordedOne, ['gpt', request(twice), 'end']);
        answerLive(ledger, request([]), answer([ask('x')]));
        return { ledger, asked: request([[ask('x')], [ask('r1')]]) };
      },
    ],
    [
      'if only a text is like it',
      () => {
        const said = (id: string): unknown => ({ messages: [{ role: 'user', content: id }] });
        const ledger = ledgerOf(...recordedOne, ['gpt', said('r1'), 'end']);
        answerLive(ledger, request([]), answer([ask('x')]));
        return { ledger, asked: said('x') };
      },
    ],
  ])('%s', (_, scene) => {
    const { ledger, asked } = scene();
    expect(stepOf(ledger, asked)).toBeNull();
    expect(ledger.mintedIds()).toBe(0);
  });

  test('in the input of a tool', () => {
    const ledger = ledgerOf(...recordedOne);
    answerLive(ledger, request([]), answer([ask('x')]));
    const input = encodeValue(request([[ask('x')]]));
    expect(ledger.look('tool', 'gpt', input).compared.request).toBe(input);
  });
});

describe('where the provider keeps the history', () => {
  const first = { input: 'go', conversation: 'c' };
  const result = (id: string): unknown => ({ conversation: 'c', input: [{ type: 'function_call_output', call_id: id, output: 'ok' }] });
  const called = (id: string, tool: string): unknown => ({ output: [{ type: 'function_call', call_id: id, name: tool }] });
  const recording = [
    ['gpt', first, called('r1', 'pay')],
    ['gpt', result('r1'), 'paid'],
  ] as const;

  it.each<[string, unknown, string, string, number | null]>([
    ['the same call under a new id is the recorded one', first, 'x', 'pay', 1],
    ['the same call under the same id is the recorded one', first, 'r1', 'pay', 1],
    ['another call is not, under a new id', first, 'x', 'refund', null],
    ['another call is not, under the same id', first, 'r1', 'refund', null],
    ['a call that another question brought is not, under the same id', { input: 'other', conversation: 'c' }, 'r1', 'pay', null],
  ])('%s', (_, question, id, tool, expected) => {
    const ledger = ledgerOf(...recording);
    answerLive(ledger, question, called(id, tool));
    expect(stepOf(ledger, result(id))).toBe(expected);
  });

  test('the whole prompt is the question where it is resent, whoever minted the id', () => {
    const asked = { ...(request(one) as object), previous_response_id: undefined, conversation: null };
    const ledger = ledgerOf(recordedOne[0], ['gpt', asked, 'end']);
    answerLive(ledger, { messages: ['another'] }, answer([ask('r1')]));
    expect(stepOf(ledger, asked)).toBe(1);
  });

  test('an id that is written like a recorded one is told apart in the report', () => {
    const ledger = ledgerOf(...recording);
    answerLive(ledger, first, called('r1', 'refund'));
    expect(nearestStep(asking(ledger, result('r1')), ledger)).toEqual({
      step: 1,
      differences: [{ path: '/input/0/call_id', kind: 'changed', expected: 'r1', actual: 'r1 (of another answer)' }],
    });
  });
});

test('the report of a miss leaves out what is equal by who minted it, and shows ids as the agent wrote them', () => {
  const ledger = ledgerOf(...recordedOne);
  answerLive(ledger, request([]), answer([ask('x')]));
  const asked = request([[ask('x')], [ask('y')]]) as { messages: Json[] };
  const nearest = nearestStep(asking(ledger, asked), ledger);
  expect(nearest?.step).toBe(1);
  expect(nearest?.differences.map(({ path, actual }) => [path, actual])).toEqual([
    ['/messages/3', asked.messages[3]],
    ['/messages/4', asked.messages[4]],
  ]);
});

test('of two answers that stand for one recorded answer, only the first one has its ids', () => {
  const { steps } = trace(...recordedOne.map(([name, asked, answered]) => modelStep(name, asked, answered)));
  const ids = createMintedIds(steps);
  for (const id of ['x', 'y']) ids.answered(outcomeOf(answer([ask(id)])), steps[0] ?? null);
  const compared = (id: string): Json => ids.compare(encodeValue(request([[ask(id)]])), true).request;
  expect(compared('x')).toEqual(steps[1]?.call.input);
  expect(compared('y')).toEqual(encodeValue(request([[ask('y')]])));
});

test('a run without live answers looks at no id', () => {
  const ledger = ledgerOf(...recordedOne);
  const input = encodeValue(request(one));
  expect(ledger.look('model', 'gpt', input).compared.request).toBe(input);
});
