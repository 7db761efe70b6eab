import fc from 'fast-check';
import { expect, it } from 'vitest';
import { uniqueItems } from './unique-items.ts';

it.each([
  ['nothing in common', [1], [2], []],
  [
    'all in order',
    [1, 2],
    [0, 1, 2],
    [
      [0, 1],
      [1, 2],
    ],
  ],
  ['not what occurs twice', [1, 2, 1], [1, 2], [[1, 1]]],
  [
    'as many as stand in one order',
    [1, 2, 3, 4],
    [4, 1, 2, 3],
    [
      [0, 1],
      [1, 2],
      [2, 3],
    ],
  ],
] as const)('%s', (_, expected, actual, pairs) => {
  expect(uniqueItems(expected, actual)).toEqual(pairs);
});

it('pairs equal items, in order on both sides', () => {
  const list = fc.array(fc.nat(12), { maxLength: 12 });
  fc.assert(
    fc.property(list, list, (expected, actual) => {
      const pairs = uniqueItems(expected, actual);
      pairs.forEach(([a, b], at) => {
        expect(expected[a]).toBe(actual[b]);
        const [nextA, nextB] = pairs[at + 1] ?? [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
        expect(a < nextA && b < nextB).toBe(true);
      });
    }),
  );
});
