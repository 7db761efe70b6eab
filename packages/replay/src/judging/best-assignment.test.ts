import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bestAssignment } from './best-assignment.ts';

function total(cost: readonly (readonly number[])[], columns: readonly (number | null)[]): number {
  return columns.reduce<number>((sum, column, row) => sum + (column === null ? 0 : (cost[row]?.[column] ?? 0)), 0);
}

/** Tries every way to pair as many as can be paired. */
function leastTotal(cost: readonly (readonly number[])[], columns: number): number {
  const skips = Math.max(0, cost.length - columns);
  const from = (row: number, taken: number, skipped: number): number => {
    if (row === cost.length) return 0;
    const choices = skipped < skips ? [from(row + 1, taken, skipped + 1)] : [];
    for (let column = 0; column < columns; column++) {
      if ((taken & (1 << column)) === 0) choices.push((cost[row]?.[column] ?? 0) + from(row + 1, taken | (1 << column), skipped));
    }
    return Math.min(...choices);
  };
  return from(0, 0, 0);
}

const matrix = fc
  .tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 6 }))
  .chain(([rows, columns]) =>
    fc.array(fc.array(fc.nat(9), { minLength: columns, maxLength: columns }), { minLength: rows, maxLength: rows }),
  );

test('no other pairing costs less, and as many as can be are paired, each once', () => {
  fc.assert(
    fc.property(matrix, (cost) => {
      const columns = cost[0]?.length ?? 0;
      const found = bestAssignment(cost);
      const paired = found.filter((column) => column !== null);
      expect(paired).toHaveLength(Math.min(cost.length, columns));
      expect(new Set(paired).size).toBe(paired.length);
      expect(total(cost, found)).toBe(leastTotal(cost, columns));
    }),
    { numRuns: 500 },
  );
});

test('without columns nothing is paired', () => {
  expect(bestAssignment([[], []])).toEqual([null, null]);
  expect(bestAssignment([])).toEqual([]);
});
