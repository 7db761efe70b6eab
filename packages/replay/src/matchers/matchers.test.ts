import { effectStep, returns, step, trace } from '@stepfork/testkit';
import { encodeValue, type Json } from '@stepfork/trace';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { check } from '../check.ts';
import type { Claim } from '../claim/claim.ts';
import { redactClaim } from '../claim/redact-claim.ts';
import { judge } from '../judging/judge.ts';
import { lost } from '../judging/lost.ts';
import { matches } from './matches.ts';
import { areIncompatible, implies } from './pattern.ts';
import { projection } from './projection.ts';

const like = (matcher: { readonly [key: string]: Json }): Json => ({ $: 'match', ...matcher });

describe('a matcher', () => {
  it.each<readonly [Json, unknown, boolean]>([
    [like({ type: 'any' }), null, true],
    [like({ type: 'any' }), undefined, false],
    [like({ type: 'string' }), 'x', true],
    [like({ type: 'string' }), '\ud800', true],
    [like({ type: 'string' }), 1, false],
    [like({ type: 'number' }), 1.5, true],
    [like({ type: 'number' }), Number.NaN, true],
    [like({ type: 'integer' }), 1.5, false],
    [like({ type: 'integer' }), -0, true],
    [like({ type: 'boolean' }), false, true],
    [like({ type: 'null' }), null, true],
    [like({ type: 'array' }), [1], true],
    [like({ type: 'array' }), new Set([1]), false],
    [like({ type: 'object' }), { a: 1 }, true],
    [like({ type: 'object' }), { $: 'match' }, true],
    [like({ type: 'object' }), [], false],
    [like({ type: 'object' }), new Error('x'), false],
    [like({ type: 'error' }), new Error('x'), true],
    [like({ type: 'date' }), new Date(0), true],
    [like({ type: 'bigint' }), 5n, true],
    [like({ pattern: '^rf_\\d+$' }), 'rf_12', true],
    [like({ pattern: '^rf_\\d+$' }), 'rf_x', false],
    [like({ pattern: 'REFUND', flags: 'i' }), 'a refund', true],
    [like({ pattern: '1' }), 1, false],
    [like({ min: 1, max: 3 }), 3, true],
    [like({ min: 1, max: 3 }), 3.1, false],
    [like({ min: 1 }), 2n, true],
    [like({ min: 1 }), Number.POSITIVE_INFINITY, true],
    [like({ min: 1 }), Number.NaN, false],
    [like({ min: 1 }), '2', false],
    [like({ length: 2 }), 'ab', true],
    [like({ length: { min: 1 } }), [], false],
    [like({ length: { max: 1 } }), new Set([1]), true],
    [like({ length: 0 }), {}, false],
    [like({ type: 'string', pattern: '^a', length: { max: 3 } }), 'abcd', false],
  ])('%j of %o: %s', (matcher, value, isMet) => {
    expect(matches(matcher, encodeValue(value))).toBe(isMet);
    expect(matches({ at: [matcher] }, encodeValue({ at: [value] }))).toBe(isMet);
  });

  test('is data where an object with such a key is meant', () => {
    const own = encodeValue({ $: 'match', type: 'any' });
    expect(matches(own, own)).toBe(true);
    expect(matches(own, 'x')).toBe(false);
  });

  test('in a finding is said in words, and a diff of the two shows only what is wrong', () => {
    const claim: Claim = { returns: { id: like({ pattern: '^rf_', flags: 'i' }), cents: like({ type: 'integer', min: 1, max: 9 }) } };
    expect(judge(trace(returns({ id: 'rf_1', cents: 10 })), claim)).toEqual([
      {
        kind: 'returns',
        message: 'returned 10 at /cents, claimed an integer from 1 up to 9',
        expected: claim.returns,
        actual: { id: like({ pattern: '^rf_', flags: 'i' }), cents: 10 },
      },
    ]);
  });

  it.each<readonly [Claim, string]>([
    [{ calls: [{ tool: 'pay', with: { n: like({ min: 5 }) } }] }, 'pay was called with /n 3, claimed a number from 5 (step 0)'],
    [
      { calls: [{ tool: 'ask', with: [like({ length: { max: 2 } })] }] },
      'ask was never called, claimed with ["<a list or text of length up to 2>"]',
    ],
    [
      { calls: [{ tool: 'pay', with: { n: like({ max: 5 }) }, times: 0 }] },
      'pay was called once with {"n":"<a number up to 5>"}, claimed never',
    ],
    [{ returns: like({ type: 'any' }), exactly: true }, 'returned {"$":"undefined"}, claimed any value'],
  ])('of %j reads: %s', (claim, message) => {
    expect(judge(trace(effectStep('pay', { n: 3 }, null), returns(undefined)), claim).map((one) => one.message)).toEqual([message]);
  });

  test('pairs calls like any other leaf', () => {
    const claim: Claim = {
      calls: [
        { tool: 'mail', with: { to: 'a', n: like({ min: 5 }) } },
        { tool: 'mail', with: { to: 'b', n: 1 } },
      ],
    };
    const run = trace(effectStep('mail', { to: 'b', n: 2 }, 1), effectStep('mail', { to: 'a', n: 4 }, 1), returns(null));
    expect(judge(run, claim).map(({ message }) => message)).toEqual([
      'mail was called with /n 4, claimed a number from 5 (step 1)',
      'mail was called with /n 2, claimed 1 (step 0)',
    ]);
  });

  test('that cannot be read is refused before the agent runs', async () => {
    let runs = 0;
    const testCase = {
      traces: { trunk: trace(returns(1)), forks: [], sealed: true, damage: null },
      agent: () => (runs += 1),
      claim: { returns: { a: like({ pattern: '(?=x)' }) } },
    };
    await expect(check(testCase)).rejects.toThrow('at /returns/a/pattern: the pattern cannot be matched in linear time');
    expect(runs).toBe(0);
  });

  test('keeps its form when a claim is redacted; a secret in its pattern goes', () => {
    const redactor = {
      keyId: 'k',
      rules: [],
      text: (text: string) => text,
      field: (_: string, text: string) => text.replace('sk-live', 'sk-STEPFORK'),
    } as unknown as Parameters<typeof redactClaim>[1];
    const claim: Claim = { returns: { api_key: like({ pattern: '^sk-live', flags: 'i', type: 'string', length: { min: 3 } }) } };
    expect(redactClaim(claim, redactor)).toEqual({
      returns: { api_key: like({ pattern: '^sk-STEPFORK', flags: 'i', type: 'string', length: { min: 3 } }) },
    });
  });
});

const scalar = fc.constantFrom<unknown>(-0, 2, 'a', 'ab', null, new Date(0));
const value = fc.oneof(
  { weight: 3, arbitrary: scalar },
  fc.array(scalar, { maxLength: 1 }),
  fc.constantFrom<unknown>(new Set(['a']), new Error('a'), new Map([['x', 1]]), {}, { x: undefined }),
  fc.record({ x: scalar, y: fc.array(scalar, { maxLength: 1 }) }, { requiredKeys: [] }),
);
const matcher = fc
  .constantFrom(
    ...[
      { type: 'any' },
      { type: 'string' },
      { type: 'integer' },
      { type: 'object' },
      { type: 'array' },
      { min: 1 },
      { max: 1 },
      { min: 2 },
    ],
    ...[{ pattern: 'b' }, { pattern: '^a$' }, { length: 1 }, { length: { min: 1 } }, { type: 'any', length: 2 }],
  )
  .map((one) => like(one as { readonly [key: string]: Json }));
const leaf = fc.oneof(
  scalar.map((one) => encodeValue(one)),
  matcher,
  fc.constant<Json>({ $: 'undefined' }),
);
const pattern: fc.Arbitrary<Json> = fc.oneof(
  { weight: 4, arbitrary: leaf },
  fc.array(leaf, { maxLength: 1 }),
  fc.record({ x: leaf, y: fc.oneof(leaf, fc.array(leaf, { maxLength: 1 })) }, { requiredKeys: [] }) as fc.Arbitrary<Json>,
);

test('what implies another part of a claim never holds without it; incompatible parts never hold together', () => {
  let [implied, incompatible] = [0, 0];
  fc.assert(
    fc.property(pattern, pattern, value, (one, other, live) => {
      const actual = encodeValue(live);
      if (implies(one, other) && matches(one, actual)) {
        implied += 1;
        expect(matches(other, actual)).toBe(true);
      }
      if (areIncompatible(one, other) && (matches(one, actual) || matches(other, actual))) {
        incompatible += 1;
        expect(matches(one, actual) && matches(other, actual)).toBe(false);
      }
    }),
    { numRuns: 20_000 },
  );
  expect([implied > 30, incompatible > 300]).toEqual([true, true]);
});

test('a limit and a demand with matchers are compared where that is sure', () => {
  const calls = [
    { tool: 'refund', with: { n: like({ min: 5 }) }, times: 1 },
    { tool: 'refund', with: { n: 7 } },
  ];
  expect(lost({ calls }, trace(step('refund', { n: 6 }, 1)).steps).map(({ message }) => message)).toEqual([
    'refund was called, but not with {"n":7}',
  ]);
  expect(lost({ calls }, trace(step('refund', { n: 4 }, 1)).steps)).toEqual([]);
});

test('a projection shows the claimed matcher where it is met', () => {
  expect(projection({ a: like({ min: 1 }), b: like({ min: 1 }) }, { a: 2, b: 0, c: 3 })).toEqual({ a: like({ min: 1 }), b: 0 });
});
