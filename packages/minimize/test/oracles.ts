import fc from 'fast-check';
import type { Outcome } from '../src/search/outcome.ts';

/** Says what a part of the items 0, 1, 2 … does. */
export type Oracle = (part: readonly number[]) => Outcome;

/** Shows the failure where all of these are. */
export function needing(...needed: readonly number[]): Oracle {
  return (part) => (needed.every((one) => part.includes(one)) ? 'same' : 'other');
}

/** Shows the failure where one of these does. */
function either(oracles: readonly Oracle[]): Oracle {
  return (part) => (oracles.some((oracle) => oracle(part) === 'same') ? 'same' : 'other');
}

/** What an item depends on must be there too, or nothing can be executed. */
function depending(oracle: Oracle, on: readonly (number | null | undefined)[]): Oracle {
  return (part) => (part.some((item) => on[item] != null && !part.includes(on[item])) ? 'unresolved' : oracle(part));
}

/** Any outcome, but always the same for the same part. */
function lawless(length: number, seed: number): Oracle {
  return (part) => {
    if (part.length === length) return 'same';
    const mixed = part.reduce((hash, item) => Math.imul(hash ^ (item + 1), 0x5bd1e995) ^ (hash >>> 13), seed);
    return (['same', 'other', 'unresolved', 'other'] as const)[mixed & 3] ?? 'other';
  };
}

/** A list and what its parts do; the whole list shows the failure. */
export interface World {
  readonly items: readonly number[];
  readonly oracle: Oracle;
}

/** A larger part shows the failure if a smaller one does. */
export function monotoneWorlds(most: number): fc.Arbitrary<World> {
  return lists(most).chain((items) => {
    const conjunctions = fc.array(fc.subarray([...items]), { minLength: 1, maxLength: 3 });
    return conjunctions.map((each) => ({ items, oracle: either(each.map((needed) => needing(...needed))) }));
  });
}

/** Worlds that are monotone, that have candidates which cannot be executed, and that follow no law. */
export function worlds(most: number): fc.Arbitrary<World> {
  const dependent = monotoneWorlds(most).chain(({ items, oracle }) =>
    fc
      .tuple(...items.map((item) => (item === 0 ? fc.constant(null) : fc.option(fc.nat(item - 1)))))
      .map((on) => ({ items, oracle: depending(oracle, on) })),
  );
  const any = fc.tuple(lists(most), fc.integer()).map(([items, seed]) => ({ items, oracle: lawless(items.length, seed) }));
  return fc.oneof(monotoneWorlds(most), dependent, any);
}

function lists(most: number): fc.Arbitrary<readonly number[]> {
  return fc.nat(most).map((length) => Array.from({ length }, (_, index) => index));
}
