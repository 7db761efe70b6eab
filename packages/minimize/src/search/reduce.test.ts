import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Outcome } from './outcome.ts';
import { type ReduceOptions, reduce } from './reduce.ts';

type Oracle = (part: readonly number[]) => Outcome;

/** Shows the failure where all of these are. */
const needing =
  (...needed: readonly number[]): Oracle =>
  (part) =>
    needed.every((one) => part.includes(one)) ? 'same' : 'other';

/** What an item needs must be there too, else nothing can be executed. */
const depending =
  (oracle: Oracle, needs: readonly (number | null)[]): Oracle =>
  (part) =>
    part.some((item) => needs[item] != null && !part.includes(needs[item])) ? 'unresolved' : oracle(part);

/** Anything at all, without rhyme or reason: but the same answer for the same part. */
const arbitrary =
  (length: number, seed: number): Oracle =>
  (part) => {
    if (part.length === length) return 'same';
    let mixed = seed | 0;
    for (const item of part) mixed = Math.imul(mixed ^ (item + 1), 0x5bd1e995) ^ (mixed >>> 13);
    return (['same', 'other', 'unresolved', 'other'] as const)[Math.abs(mixed) % 4] ?? 'other';
  };

/** Oracles under which the whole list of `length` shows the failure. */
const oracles = (most: number): fc.Arbitrary<{ readonly items: readonly number[]; readonly oracle: Oracle }> =>
  fc.integer({ min: 0, max: most }).chain((length) => {
    const items = Array.from({ length }, (_, index) => index);
    const conjunction = fc.subarray(items).map((needed) => needing(...needed));
    const monotone = fc.array(conjunction, { minLength: 1, maxLength: 3 }).map(
      (any): Oracle =>
        (part) =>
          any.some((one) => one(part) === 'same') ? 'same' : 'other',
    );
    const needs = fc.tuple(...items.map((item) => (item === 0 ? fc.constant(null) : fc.option(fc.nat(item - 1)))));
    const dependent = fc.tuple(conjunction, needs).map(([oracle, each]) => depending(oracle, each));
    return fc
      .oneof(
        monotone,
        dependent,
        fc.integer().map((seed) => arbitrary(length, seed)),
      )
      .map((oracle) => ({ items, oracle }));
  });

const options: fc.Arbitrary<ReduceOptions<number>> = fc.record(
  {
    search: fc.constantFrom('split', 'ddmin'),
    workers: fc.integer({ min: 1, max: 9 }),
    likely: fc.func(fc.boolean()),
  },
  { requiredKeys: [] },
);

const later = (oracle: Oracle) => async (part: readonly number[]) => {
  await Promise.resolve();
  return oracle(part);
};

describe('reduce', () => {
  it('gives a part of the items, in their order, that shows the failure and from which no single item can go', async () => {
    await fc.assert(
      fc.asyncProperty(oracles(14), options, async ({ items, oracle }, given) => {
        const { kept, proven, stopped, counts } = await reduce(items, later(oracle), given);
        expect(items.filter((item) => kept.includes(item))).toEqual(kept);
        expect(oracle(kept)).toBe('same');
        const removals = kept.map((item) => oracle(kept.filter((other) => other !== item)));
        expect(removals).not.toContain('same');
        expect({ proven, stopped }).toEqual({ proven: true, stopped: null });
        expect(counts.removals).toEqual({ tried: kept.length, unresolved: removals.filter((one) => one === 'unresolved').length });
      }),
      { numRuns: 2000 },
    );
  });
});
