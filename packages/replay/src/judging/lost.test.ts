import { effectStep, modelStep, type StepPart, step, trace } from '@stepfork/testkit';
import type { Json } from '@stepfork/trace';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { CallClaim, Claim } from '../claim/claim.ts';
import type { RequestClaim } from '../claim/request-claim.ts';
import { judge } from './judge.ts';
import { lost } from './lost.ts';

const refund = (amount: number, customer = 'c1'): StepPart => effectStep('refund', { customer, amount }, true);

describe('what can no longer become true', () => {
  const cases: readonly (readonly [string, readonly CallClaim[], readonly StepPart[], boolean])[] = [
    ['nothing is lost at the start', [{ tool: 'refund', with: { amount: 1 }, times: 1 }], [], false],
    ['a call may still come', [{ tool: 'refund', with: { amount: 1 } }], [refund(2)], false],
    ['a forbidden call', [{ never: 'refund' }], [refund(1)], true],
    ['a count exceeded', [{ tool: 'refund', times: 1 }], [refund(1), refund(1)], true],
    ['an order broken', [{ order: ['a', 'b'] }], [step('b', 1, 1)], true],
    ['another value where all are the same', [{ same: '/amount', of: 'refund' }], [refund(1), refund(2)], true],
    ['the same so far', [{ same: '/amount', of: 'refund' }], [refund(1), refund(1)], false],
    ['the same in no call under atMost', [{ same: '/amount', of: 'refund' }, { atMost: 1 }], [step('a', 1, 1)], true],
    ['the same and never', [{ same: '/amount', of: 'refund' }, { never: 'refund' }], [], true],
    ['an order not yet begun', [{ order: ['a', 'b'] }], [step('a', 1, 1)], false],
    ['more calls than allowed', [{ atMost: 1 }], [modelStep('gpt', 1, 1), step('a', 1, 1)], true],
    ['a call that only refuses', [{ tool: 'refund', with: { amount: 1 }, only: true }], [refund(2)], true],
    [
      'a wrong call where only one is allowed',
      [
        { tool: 'refund', with: { amount: 1 }, times: 1 },
        { tool: 'refund', times: 1 },
      ],
      [refund(2)],
      true,
    ],
    [
      'a wrong call where two are allowed',
      [
        { tool: 'refund', with: { amount: 1 } },
        { tool: 'refund', times: { atMost: 2 } },
      ],
      [refund(2)],
      false,
    ],
    ['the claimed call does not fit under atMost', [{ tool: 'refund', with: { amount: 1 } }, { atMost: 1 }], [step('a', 1, 1)], true],
    [
      'one call may meet two demands',
      [{ tool: 'refund', with: { amount: 1 } }, { tool: 'refund', with: { customer: 'c1' } }, { atMost: 2 }],
      [step('a', 1, 1)],
      false,
    ],
    [
      'two demands that no call meets together',
      [{ tool: 'refund', with: { amount: 1 } }, { tool: 'refund', with: { amount: 2 } }, { atMost: 2 }],
      [step('a', 1, 1)],
      true,
    ],
    [
      'a demand inside a wider limit',
      [
        { tool: 'refund', with: { amount: 1, customer: 'c1' } },
        { tool: 'refund', with: { customer: 'c1' }, times: 1 },
      ],
      [refund(2)],
      true,
    ],
    [
      'a demand outside of the limit',
      [
        { tool: 'refund', with: { amount: 1 } },
        { tool: 'refund', with: { customer: 'c1' }, times: 1 },
      ],
      [refund(2)],
      false,
    ],
    ['an order that needs a call nobody allows any more', [{ order: ['a', 'refund'] }, { atMost: 2 }], [step('b', 1, 1)], true],
    [
      'only and times leave no room',
      [
        { tool: 'refund', with: { amount: 1 }, times: 1, only: true },
        { tool: 'refund', times: 2 },
      ],
      [refund(1)],
      true,
    ],
    ['what is claimed and forbidden is lost from the start', [{ tool: 'refund' }, { never: 'refund' }], [], true],
  ];
  it.each(cases)('%s', (_, calls, steps, isLost) => {
    expect(lost({ calls }, trace(...steps).steps).length > 0).toBe(isLost);
  });
});

test('what is lost by a wrong call is shown beside the claimed one', () => {
  const calls: readonly CallClaim[] = [
    { tool: 'refund', with: { amount: 4999 }, times: 1 },
    { tool: 'refund', times: 1 },
  ];
  expect(lost({ calls }, trace(refund(49)).steps)).toEqual([
    {
      kind: 'called',
      message: 'refund was called with /amount 49, claimed 4999 (step 0)',
      expected: { amount: 4999 },
      actual: { amount: 49 },
    },
  ]);
});

const toolName = fc.constantFrom('a', 'b');
const matcher = fc.constantFrom<Json>(
  ...[{ min: 1 }, { max: 1 }, { type: 'any' }, { type: 'integer' }].map((one) => ({ $: 'match', ...one })),
);
const pattern = fc.record({ x: fc.oneof(fc.nat(2), matcher), y: fc.oneof(fc.nat(1), matcher) }, { requiredKeys: [] });
const times = fc.oneof(
  fc.nat(3),
  fc.nat(2).map((atLeast) => ({ atLeast })),
  fc.nat(3).map((atMost) => ({ atMost })),
);
const statement: fc.Arbitrary<CallClaim> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record(
      { tool: toolName, with: pattern, times, only: fc.boolean() },
      { requiredKeys: ['tool'] },
    ) as fc.Arbitrary<CallClaim>,
  },
  { weight: 1, arbitrary: toolName.map((never) => ({ never })) },
  { weight: 1, arbitrary: fc.constantFrom(['a', 'b'], ['b', 'a']).map((order) => ({ order })) },
  { weight: 1, arbitrary: fc.record({ same: fc.constantFrom('/x', '/y', ''), of: toolName }) },
  { weight: 1, arbitrary: fc.nat(5).map((atMost) => ({ atMost })) },
);
const like = fc.record({ with: pattern, tools: fc.constant(['t']) }, { requiredKeys: [] });
const request: fc.Arbitrary<RequestClaim> = fc
  .tuple(
    fc.constantFrom('m', 'n', '*'),
    like,
    fc.oneof(
      times.map((often) => ({ times: often })),
      fc.constantFrom({ every: true }, { never: true }, {}),
    ),
  )
  .map(([model, part, how]) => ({ model, ...part, ...how }) as RequestClaim);
const requestMade = fc
  .tuple(fc.constantFrom('m', 'n'), fc.record({ x: fc.nat(2), y: fc.nat(1), tools: fc.constantFrom([], [{ name: 't' }]) }))
  .map(([name, input]) => modelStep(name, input, null));
const call = fc.tuple(toolName, fc.record({ x: fc.nat(2), y: fc.nat(1) })).map(([name, input]) => step(name, input, null));

const claims: fc.Arbitrary<Claim> = fc.oneof(
  fc.record({ calls: fc.array(statement, { minLength: 1, maxLength: 4 }) }),
  fc.record({ calls: fc.array(statement, { maxLength: 3 }), requests: fc.array(request, { minLength: 1, maxLength: 3 }) }),
);

test('what is lost after some calls is violated at the end, whatever follows', () => {
  let losses = 0;
  fc.assert(
    fc.property(claims, fc.array(fc.oneof(call, requestMade), { maxLength: 6 }), fc.nat(6), (claim, all, cut) => {
      const whole = trace(...all);
      if (judge(whole, claim, Math.min(cut, all.length) - 1).length === 0) return;
      losses += 1;
      expect(judge(whole, claim)).not.toEqual([]);
    }),
    { numRuns: 5000 },
  );
  expect(losses).toBeGreaterThan(100);
});
