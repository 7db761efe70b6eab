import { effectStep, modelStep, openStep, returns, type StepPart, step, throws, trace } from '@stepfork/testkit';
import type { Json, Trace } from '@stepfork/trace';
import { describe, expect, it, test } from 'vitest';
import type { Claim } from '../claim/claim.ts';
import { judge } from './judge.ts';

const refund = (amount: number, customer = 'c1'): StepPart => effectStep('refund', { customer, amount }, { ok: true });

function run(steps: readonly StepPart[], end: { readonly output?: unknown; readonly threw?: unknown } = {}): Trace {
  return trace(...steps, 'threw' in end ? throws(end.threw) : returns(end.output));
}

describe('what a claim says about a run that ended', () => {
  const cases: readonly (readonly [string, Claim, Trace, readonly string[]])[] = [
    ['nothing claimed, nothing found', {}, run([]), []],
    ['output contains the claim', { returns: { a: 1 } }, run([], { output: { a: 1, b: 2 } }), []],
    ['1 equals 1.0, 0 equals -0', { returns: [1.0, 0] }, run([], { output: [1, -0] }), []],
    ['another leaf', { returns: { a: { b: 1 } } }, run([], { output: { a: { b: 2 } } }), ['returned 2 at /a/b, claimed 1']],
    ['a missing key', { returns: { a: 1 } }, run([], { output: {} }), ['returned nothing at /a, claimed 1']],
    ['a claimed undefined is met by no key', { returns: { a: { $: 'undefined' } } }, run([], { output: {} }), []],
    [
      'null is not undefined',
      { returns: { a: null } },
      run([], { output: { a: undefined } }),
      ['returned {"$":"undefined"} at /a, claimed null'],
    ],
    ['arrays by length', { returns: [1] }, run([], { output: [1, 2] }), ['returned [1,2], claimed [1]']],
    ['arrays by element', { returns: [{ a: 1 }] }, run([], { output: [{ a: 1, b: 2 }] }), []],
    [
      'exactly refuses other keys',
      { returns: { a: 1 }, exactly: true },
      run([], { output: { a: 1, b: 2 } }),
      ['returned 2 at /b, claimed nothing'],
    ],
    ['exactly allows undefined keys', { returns: { a: 1 }, exactly: true }, run([], { output: { a: 1, b: undefined } }), []],
    [
      'a Map is looked into',
      { returns: { a: 1 } },
      run([], {
        output: new Map([
          ['a', 1],
          ['b', 2],
        ]),
      }),
      [],
    ],
    ['a Set is looked into', { returns: [1, 2] }, run([], { output: new Set([1, 2]) }), []],
    [
      'a class instance is looked into',
      { returns: { total: 3 } },
      run([], {
        output: new (class Bill {
          total = 3;
          add() {}
        })(),
      }),
      [],
    ],
    [
      'an error that was returned is looked into',
      { returns: { message: 'no', code: 'E' } },
      run([], { output: Object.assign(new Error('no'), { code: 'E' }) }),
      [],
    ],
    ['a date is a date', { returns: { $: 'date', value: '2026-01-01T00:00:00.000Z' } }, run([], { output: new Date('2026-01-01') }), []],
    [
      'a date is no text',
      { returns: '2026-01-01T00:00:00.000Z' },
      run([], { output: new Date('2026-01-01') }),
      ['returned {"$":"date","value":"2026-01-01T00:00:00.000Z"}, claimed "2026-01-01T00:00:00.000Z"'],
    ],
    ['throws: false unless claimed', {}, run([], { threw: new TypeError('x is null') }), ['the agent threw TypeError: x is null']],
    ['an error explains why nothing was returned', { returns: 1 }, run([], { threw: new Error('no') }), ['the agent threw Error: no']],
    ['a claimed error', { throws: true }, run([], { threw: new Error('no') }), []],
    ['a claimed error that did not come', { throws: true }, run([], { output: 1 }), ['the agent threw nothing, claimed an error']],
    [
      'name, part of the message and code',
      { throws: { name: 'TypeError', message: 'is nu', code: 'E1' } },
      run([], { threw: Object.assign(new TypeError('x is null'), { code: 'E1' }) }),
      [],
    ],
    [
      'another code',
      { throws: { code: 'E1' } },
      run([], { threw: Object.assign(new Error('x'), { code: 'E2' }) }),
      ['the agent threw Error: x, claimed {"code":"E1"}'],
    ],
    ['agents may throw anything', {}, run([], { threw: 'no' }), ['the agent threw "no"']],
    ['called at least once', { calls: [{ tool: 'refund' }] }, run([refund(1), refund(2)]), []],
    ['never called', { calls: [{ tool: 'refund' }] }, run([]), ['refund was never called']],
    ['a call counts when it was started', { calls: [{ tool: 'look' }] }, run([openStep('look', 1)]), []],
    ['times counts what matches with', { calls: [{ tool: 'refund', with: { amount: 1 }, times: 1 }] }, run([refund(1), refund(2)]), []],
    [
      'too often',
      { calls: [{ tool: 'refund', with: { amount: 1 }, times: 1 }] },
      run([refund(1), refund(1)]),
      ['refund was called 2 times with {"amount":1}, claimed at most once'],
    ],
    [
      'with times: so often, where it was called less often',
      { calls: [{ tool: 'refund', with: { amount: 1 }, times: 2 }] },
      run([step('refund', { amount: 1 }, 1)]),
      ['refund was called once with {"amount":1}, claimed 2 times'],
    ],
    [
      'a call that is left out of two',
      { calls: [1, 2].map((amount) => ({ tool: 'refund', with: { amount } })) },
      run([step('refund', { amount: 1 }, 1)]),
      ['refund was called, but not with {"amount":2}'],
    ],
    [
      'at least and at most',
      { calls: [{ tool: 'refund', times: { atLeast: 3 } }] },
      run([refund(1), refund(1)]),
      ['refund was called 2 times, claimed at least 3'],
    ],
    [
      'times 0 with an input',
      { calls: [{ tool: 'refund', with: { amount: 1 }, times: 0 }] },
      run([refund(1)]),
      ['refund was called once with {"amount":1}, claimed never'],
    ],
    [
      'a wrong call is shown beside the claimed one',
      { calls: [{ tool: 'refund', with: { amount: 4999 }, times: 1 }] },
      run([refund(49)]),
      ['refund was called with /amount 49, claimed 4999 (step 0)'],
    ],
    [
      'only allows what some with matches',
      {
        calls: [
          { tool: 'refund', with: { amount: 1 }, only: true },
          { tool: 'refund', with: { amount: 2 } },
        ],
      },
      run([refund(1), refund(2)]),
      [],
    ],
    [
      'only refuses the rest',
      { calls: [{ tool: 'refund', with: { amount: 1 }, only: true }] },
      run([refund(1), refund(3)]),
      ['refund was called with {"amount":3,"customer":"c1"} (step 1), which no `with` of the claim allows'],
    ],
    [
      'never',
      { calls: [{ never: 'refund' }] },
      run([refund(1)]),
      ['refund was called with {"amount":1,"customer":"c1"} (step 0), claimed never'],
    ],
    ['order of first calls', { calls: [{ order: ['a', 'b'] }] }, run([step('a', 1, 1), step('b', 1, 1), step('a', 2, 1)]), []],
    [
      'order broken',
      { calls: [{ order: ['a', 'b'] }] },
      run([step('b', 1, 1), step('a', 2, 1)]),
      ['b was called before a, claimed a, then b'],
    ],
    ['order wants all of them', { calls: [{ order: ['a', 'b'] }] }, run([step('a', 1, 1)]), ['b was never called, claimed a, then b']],
    ['the same value in all calls', { calls: [{ same: '/customer', of: 'refund' }] }, run([refund(1), refund(2)]), []],
    [
      'another value in one call',
      { calls: [{ same: '/customer', of: 'refund' }] },
      run([refund(1), refund(2), refund(3, 'c2')]),
      ['refund was called with /customer "c2" (step 2) after "c1" (step 0), claimed the same /customer in all calls of refund'],
    ],
    [
      'a call without the value',
      { calls: [{ same: '/key', of: 'refund' }] },
      run([refund(1)]),
      ['refund was called without /key (step 0), claimed the same /key in all calls of refund'],
    ],
    [
      'the same in no call at all',
      { calls: [{ same: '/key', of: 'refund' }] },
      run([]),
      ['refund was never called, claimed the same /key in all its calls'],
    ],
    [
      'the same within what a tag hides, and by value',
      { calls: [{ same: '/0/a~1b', of: 'put' }] },
      run([step('put', [new Map([['a/b', { x: 0, y: 1 }]])], 1), step('put', [{ 'a/b': { y: 1, x: 0 } }], 1)]),
      [],
    ],
    ['the same whole input; 0 is -0', { calls: [{ same: '', of: 'put' }] }, run([step('put', 0, 1), step('put', -0, 1)]), []],
    [
      'atMost counts models and tools',
      { calls: [{ atMost: 1 }] },
      run([modelStep('gpt', 1, 1), step('a', 1, 1)]),
      ['more than 1 call in all'],
    ],
    ['a model is no tool', { calls: [{ never: 'gpt' }] }, run([modelStep('gpt', 1, 1)]), []],
  ];
  it.each(cases)('%s', (_, claim, actual, messages) => {
    expect(judge(actual, claim).map(({ message }) => message)).toEqual(messages);
  });
});

test('repeated calls are paired by the fewest differences, not in order', () => {
  const claim: Claim = {
    calls: [
      { tool: 'mail', with: { to: 'a', subject: 'x', body: 'one' } },
      { tool: 'mail', with: { to: 'b', subject: 'y', body: 'two' } },
    ],
  };
  const actual = run([
    effectStep('mail', { to: 'b', subject: 'y', body: 'TWO' }, 1),
    effectStep('mail', { to: 'a', subject: 'x', body: 'ONE' }, 1),
  ]);
  expect(judge(actual, claim).map(({ expected, actual: made }) => [expected, made])).toEqual([
    [
      { to: 'a', subject: 'x', body: 'one' },
      { to: 'a', subject: 'x', body: 'ONE' },
    ],
    [
      { to: 'b', subject: 'y', body: 'two' },
      { to: 'b', subject: 'y', body: 'TWO' },
    ],
  ]);
});

test('a finding shows of the actual value only what was claimed', () => {
  const [finding] = judge(run([], { output: { a: { b: 2, c: 3 }, d: 4 } }), { returns: { a: { b: 1 } } });
  expect(finding).toMatchObject({ expected: { a: { b: 1 } }, actual: { a: { b: 2 } } });
});

test('hundreds of calls of one tool are still judged', () => {
  const many = Array.from({ length: 300 }, (_, n) => effectStep('mail', { n }, 1));
  const calls = Array.from({ length: 300 }, (_, n) => ({ tool: 'mail', with: { n: n + 1000 } satisfies Json }));
  expect(judge(run(many), { calls })).toHaveLength(300);
});
