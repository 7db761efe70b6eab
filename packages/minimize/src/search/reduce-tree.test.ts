import { expect, it } from 'vitest';
import { reduceTree } from './reduce-tree.ts';
import type { NodeTree } from './search-tree.ts';

// 0 holds 1 and 2, 1 holds 3; 4 stands alone; 5 in it goes only with it.
const parents = [null, 0, 0, 1, null, 4];
const single: NodeTree = { parents, units: [[0], [1], [2], [3], [4]] };

it('what stands below goes with what holds it, and no part without what holds it is tried', async () => {
  const seen: (readonly number[])[] = [];
  const { kept, proven } = await reduceTree(single, async (nodes) => {
    seen.push(nodes);
    return nodes.includes(3) ? 'same' : 'other';
  });
  expect({ kept, proven }).toEqual({ kept: [0, 1, 3], proven: true });
  for (const nodes of seen) for (const node of nodes) expect([null, ...nodes]).toContain(parents[node]);
});

it('nodes of one unit go together', async () => {
  const together: NodeTree = { parents, units: [[0, 4], [1, 2], [3]] };
  const { kept } = await reduceTree(together, async (nodes) => (nodes.includes(2) ? 'same' : 'other'));
  expect(kept).toEqual([0, 1, 2, 4, 5]);
});

it('the guess is tried with what holds it and what cannot be missing there', async () => {
  const seen: (readonly number[])[] = [];
  const test = async (nodes: readonly number[]) => {
    seen.push(nodes);
    return nodes.includes(3) && nodes.includes(4) ? ('same' as const) : ('other' as const);
  };
  const { kept, counts } = await reduceTree(single, test, { likely: [3, 4] });
  expect(seen[0]).toEqual([0, 1, 3, 4, 5]);
  expect(kept).toEqual([0, 1, 3, 4, 5]);
  expect(counts.tests).toBe(1 + 4);
});
