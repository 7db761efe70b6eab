import { effectStep, modelStep, type StepPart, step, trace } from '@stepfork/testkit';
import type { Json } from '@stepfork/trace';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Ruling } from '../answers/ruling.ts';
import { frozen } from '../policies/frozen.ts';
import type { KeyRules } from './key-rules.ts';
import { createLedger, type Ledger, type Order } from './ledger.ts';
import { indexRecording, type RecordingIndex } from './recording-index.ts';

interface Rules {
  readonly effects?: readonly string[];
  readonly live?: readonly string[];
  readonly stable?: readonly string[];
  readonly ignore?: readonly string[];
  readonly order?: Order;
  /** Other recordings of the same agent. */
  readonly others?: readonly (readonly StepPart[])[];
}

function ledgerOf(
  parts: readonly StepPart[],
  { effects = ['pay'], live = [], stable = [], ignore = [], order = 'keyed', others = [] }: Rules = {},
): Ledger {
  const rules: KeyRules = {
    isEffect: (kind, name) => kind === 'tool' && effects.includes(name),
    isLive: (_, name) => live.includes(name),
    isStable: (_, name) => stable.includes(name),
    ignored: () => ignore,
    ignoreText: ignore.join(),
  };
  const index = (steps: readonly StepPart[]): RecordingIndex => indexRecording(trace(...steps), rules);
  return createLedger(index(parts), order, rules.isEffect, () => others.map(index));
}

/** What a frozen call is answered: its value, or why it has no answer. */
function ask(ledger: Ledger, name: string, input: Json, kind: 'tool' | 'model' = 'tool'): Json {
  const ruling: Ruling = frozen(ledger.ask(ledger.look(kind, name, input)), ledger, false);
  if (ruling.kind === 'diverge') return ruling.why;
  if (ruling.kind === 'answer' && ruling.given.kind === 'returned')
    return ruling.by.how === 'reused' ? `again ${ruling.given.value}` : ruling.given.value;
  return ruling.kind;
}

test('the n-th asking of a key is answered by its n-th recorded step', () => {
  const ledger = ledgerOf([step('poll', 1, 'first'), step('other', 1, 'o'), step('poll', 1, 'second')]);
  expect([ask(ledger, 'poll', 1), ask(ledger, 'poll', 1), ask(ledger, 'other', 1)]).toEqual(['first', 'second', 'o']);
});

test('keys have no order among each other', () => {
  fc.assert(
    fc.property(
      fc
        .array(fc.tuple(fc.constantFrom('a', 'b'), fc.nat(3)), { maxLength: 12 })
        .chain((calls) => fc.tuple(fc.constant(calls), fc.shuffledSubarray(calls, { minLength: calls.length }))),
      ([calls, shuffled]) => {
        const ledger = ledgerOf(calls.map(([name, input], at) => step(name, input, at)));
        const seen = new Map<string, number[]>();
        for (const [name, input] of shuffled)
          seen.set(`${name}${input}`, [...(seen.get(`${name}${input}`) ?? []), ask(ledger, name, input) as number]);
        for (const [key, answers] of seen)
          expect(answers).toEqual(calls.flatMap(([name, input], at) => (`${name}${input}` === key ? [at] : [])));
      },
    ),
  );
});

test('kind, name and input make the key; the order of keys in the input does not', () => {
  const ledger = ledgerOf([modelStep('a', { x: 1, y: 2 }, 'model'), step('a', { x: 1, y: 2 }, 'tool')]);
  expect([ask(ledger, 'a', { y: 2, x: 1 }), ask(ledger, 'a', { y: 2, x: 1 }, 'model'), ask(ledger, 'a', { x: 1 })]).toEqual([
    'tool',
    'model',
    'other-input',
  ]);
});

test('undefined, null, NaN and a date are four keys', () => {
  const inputs: readonly Json[] = [
    { $: 'undefined' },
    null,
    { $: 'number', value: 'NaN' },
    { $: 'date', value: '2026-01-01T00:00:00.000Z' },
  ];
  const ledger = ledgerOf([step('a', undefined, 0), step('a', null, 1), step('a', Number.NaN, 2), step('a', new Date('2026-01-01'), 3)]);
  expect(inputs.map((input) => ask(ledger, 'a', input))).toEqual([0, 1, 2, 3]);
});

test('a key asked more often is answered by its last outcome again, unless its outcomes differ', () => {
  const same = ledgerOf([step('a', 1, 'x'), step('a', 1, 'x')]);
  expect([1, 2, 3, 4].map(() => ask(same, 'a', 1))).toEqual(['x', 'x', 'again x', 'again x']);
  const different = ledgerOf([step('a', 1, 'x'), step('a', 1, 'y')]);
  expect([1, 2, 3].map(() => ask(different, 'a', 1))).toEqual(['x', 'y', 'used-up']);
});

test('a key that another recording heard two answers to is not answered again', () => {
  const scroll = (...pages: readonly string[]): StepPart[] => pages.map((page) => step('scroll', 'cursor', page));
  const twice = (others: NonNullable<Rules['others']>): Json[] => {
    const ledger = ledgerOf(scroll('b'), { others });
    return [ask(ledger, 'scroll', 'cursor'), ask(ledger, 'scroll', 'cursor')];
  };
  expect(twice([scroll('b', 'c')])).toEqual(['b', 'used-up']);
  expect(twice([scroll('b'), scroll('b', 'b', 'c')])).toEqual(['b', 'used-up']);
  // Another day, another answer, but the same as often as it was asked for.
  expect(twice([scroll('x', 'x')])).toEqual(['b', 'again b']);
  // An effect between says why.
  expect(twice([[...scroll('b'), effectStep('pay', 1, 'ok'), ...scroll('c')]])).toEqual(['b', 'again b']);
});

test('a read after another effect is another question', () => {
  const recorded = [step('balance', 1, 100), effectStep('pay', 40, 'ok'), step('balance', 1, 60)];
  const inOrder = ledgerOf(recorded);
  expect([ask(inOrder, 'balance', 1), ask(inOrder, 'pay', 40), ask(inOrder, 'balance', 1)]).toEqual([100, 'ok', 60]);
  const after = ledgerOf(recorded);
  expect([ask(after, 'pay', 40), ask(after, 'balance', 1)]).toEqual(['ok', 60]);
  const otherwise = ledgerOf(recorded);
  expect([ask(otherwise, 'pay', 50), ask(otherwise, 'balance', 1)]).toEqual(['other-input', 'other-effects-before']);
});

test('effects before a read count in any order, each as often as it came', () => {
  const recorded = [effectStep('pay', 1, 'a'), effectStep('pay', 2, 'b'), step('balance', 1, 'both')];
  const swapped = ledgerOf(recorded);
  expect([ask(swapped, 'pay', 2), ask(swapped, 'pay', 1), ask(swapped, 'balance', 1)]).toEqual(['b', 'a', 'both']);
  const twice = ledgerOf(recorded);
  for (const input of [1, 2, 2]) ask(twice, 'pay', input);
  expect(ask(twice, 'balance', 1)).toBe('other-effects-before');
});

test('models and stable reads do not care for effects', () => {
  const recorded = [modelStep('gpt', 'q', 'answer'), step('profile', 1, 'p'), effectStep('pay', 1, 'ok')];
  const ledger = ledgerOf(recorded, { stable: ['profile'] });
  expect([ask(ledger, 'pay', 1), ask(ledger, 'gpt', 'q', 'model'), ask(ledger, 'profile', 1)]).toEqual(['ok', 'answer', 'p']);
});

test('what is an effect is decided by the policies of this replay, on both sides', () => {
  const recorded = [effectStep('pay', 1, 'ok'), step('balance', 1, 60)];
  const ledger = ledgerOf(recorded, { effects: [] });
  expect(ask(ledger, 'balance', 1)).toBe(60);
});

test('effects inside the body of a read that is answered whole happen with it', () => {
  const recorded = [step('order', 1, 'o'), effectStep('pay', 1, 'ok', { parent: 0 }), step('balance', 1, 60)];
  const frozenOuter = ledgerOf(recorded);
  expect([ask(frozenOuter, 'order', 1), ask(frozenOuter, 'balance', 1)]).toEqual(['o', 60]);
  expect(ask(ledgerOf(recorded), 'balance', 1)).toBe('other-effects-before');
});

test('what was recorded inside the body of an answered call is used up with it', () => {
  const recorded = [step('outer', 1, 'o'), step('inner', 1, 'inside', { parent: 0 }), step('inner', 1, 'direct')];
  const ledger = ledgerOf(recorded);
  expect([ask(ledger, 'outer', 1), ask(ledger, 'inner', 1)]).toEqual(['o', 'direct']);
  expect(ledger.index().steps.map((one) => ledger.isUsed(one))).toEqual([true, true, true]);
});

test('inside the body of a live call, the calls are asked for themselves', () => {
  const recorded = [step('outer', 1, 'o'), step('inner', 1, 'inside', { parent: 0 }), step('inner', 1, 'direct')];
  const ledger = ledgerOf(recorded, { live: ['outer'] });
  ledger.pass(ledger.ask(ledger.look('tool', 'outer', 1)));
  expect([ask(ledger, 'inner', 1), ask(ledger, 'inner', 1)]).toEqual(['inside', 'direct']);
});

test('ignored fields do not count', () => {
  const ledger = ledgerOf([step('a', { q: 1, id: 'x' }, 'answer')], { ignore: ['/id'] });
  expect(ask(ledger, 'a', { q: 1, id: 'y' })).toBe('answer');
});

test('with a strict cursor every call must be the next recorded one', () => {
  const recorded = [step('a', 1, 'A'), step('b', 1, 'B'), step('a', 1, 'A2')];
  const right = ledgerOf(recorded, { order: 'recorded' });
  expect([ask(right, 'a', 1), ask(right, 'b', 1), ask(right, 'a', 1), ask(right, 'a', 1)]).toEqual(['A', 'B', 'A2', 'out-of-order']);
  expect(ask(ledgerOf(recorded, { order: 'recorded' }), 'b', 1)).toBe('out-of-order');
});

test('ten thousand askings of one key and ten thousand effects are answered in no time', () => {
  const many = Array.from({ length: 5000 }, (_, n) => [effectStep('pay', n % 7, n), step('balance', 1, n)]).flat();
  const ledger = ledgerOf(many);
  const answers = many.map(({ name, input }) => ask(ledger, name, input as Json));
  expect(answers.filter((answer) => typeof answer === 'number')).toHaveLength(10_000);
});
