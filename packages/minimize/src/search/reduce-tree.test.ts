import { describe, expect, it } from 'vitest';
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

describe('a search whose proof comes later', () => {
  const asked = (oracle: (nodes: readonly number[]) => boolean) => {
    const seen: (readonly number[])[] = [];
    const test = async (nodes: readonly number[]) => {
      seen.push(nodes);
      return oracle(nodes) ? ('same' as const) : ('other' as const);
    };
    return { seen, test };
  };

  it('asks about a guess that holds and about what is doubtful in it, and claims no proof', async () => {
    const { seen, test } = asked((nodes) => nodes.includes(3));
    const { kept, proven } = await reduceTree(single, test, { likely: [3], doubtful: [2], stage: 'search' });
    expect(seen).toEqual([
      [0, 1, 2, 3],
      [0, 1, 3],
    ]);
    expect({ kept, proven }).toEqual({ kept: [0, 1, 3], proven: false });
  });

  it('keeps a guess that lacks something, and looks for that beside it, from the top', async () => {
    const { seen, test } = asked((nodes) => nodes.includes(3) && nodes.includes(4));
    const { kept } = await reduceTree(single, test, { likely: [3], stage: 'search' });
    expect(kept).toEqual([0, 1, 3, 4, 5]);
    expect(seen.slice(1).every((nodes) => nodes.includes(3))).toBe(true);
  });

  it('finds in its proof what a search has left, and then asks each single removal', async () => {
    const { seen, test } = asked((nodes) => nodes.includes(3));
    const { kept, proven } = await reduceTree(single, test, { stage: 'proof' });
    expect({ kept, proven }).toEqual({ kept: [0, 1, 3], proven: true });
    expect(seen).toEqual(expect.arrayContaining([[], [0], [0, 1]]));
  });
});
