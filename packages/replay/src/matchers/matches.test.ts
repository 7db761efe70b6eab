import type { Json } from '@stepfork/trace';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { matches } from './matches.ts';
import { mismatches } from './mismatches.ts';

const special: readonly Json[] = [
  { $: 'undefined' },
  { $: 'number', value: '-0' },
  { $: 'date', value: '2026-01-01T00:00:00.000Z' },
  { $: 'match', type: 'any' },
  { $: 'match', type: 'object' },
  { $: 'object', entries: [['a', 1]] },
  { $: 'set', items: [1, 2] },
];

/** Few keys and few values, so that two of them are often alike. */
const { value } = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<Json>(null, true, 0, 1, 'a', '', ...special),
    fc.array(tie('value'), { maxLength: 2 }),
    fc.dictionary(fc.constantFrom('a', 'b', '__proto__'), tie('value'), { maxKeys: 2 }) as fc.Arbitrary<Json>,
  ),
}));

it('a value matches where it has no mismatch', () => {
  const both = fc.oneof(
    fc.tuple(value, value),
    value.map((one): [Json, Json] => [one, structuredClone(one) as Json]),
  );
  let held = 0;
  fc.assert(
    fc.property(both, fc.boolean(), ([expected, actual], isThere) => {
      const beside = isThere ? actual : undefined;
      const is = mismatches(expected, beside).next().done === true;
      held += is ? 1 : 0;
      expect(matches(expected, beside)).toBe(is);
    }),
    { numRuns: 3000, seed: 7 },
  );
  expect(held).toBeGreaterThan(300);
});
