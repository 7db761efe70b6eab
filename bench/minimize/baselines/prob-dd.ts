import type { Baseline } from './baseline.ts';

// As in the paper.
const PRIOR = 0.1;

/**
 * Each element has a probability of being needed; the set of elements that promises most is removed, or its members become more probable.
 *
 * @see Wang et al., "Probabilistic Delta Debugging", ESEC/FSE 2021.
 */
export const probDd: Baseline = async (items, shows) => {
  const needed = new Map(items.map((item) => [item, PRIOR]));
  const chance = (item: number): number => needed.get(item) ?? 1;
  let left = items;
  let order = [...items];
  while (left.length > 0) {
    order.sort((a, b) => chance(a) - chance(b));
    const size = bestPrefix(order, chance);
    if (size === 0) break;
    const tried = new Set(order.slice(0, size));
    const candidate = left.filter((item) => !tried.has(item));
    if (await shows(candidate)) {
      left = candidate;
      order = order.slice(size);
      continue;
    }
    const allGo = [...tried].reduce((product, item) => product * (1 - chance(item)), 1);
    for (const item of tried) needed.set(item, size === 1 ? 1 : Math.min(1, chance(item) / (1 - allGo)));
  }
  return left;
};

/** How many of the least probable to try, for the most elements that will go. */
function bestPrefix(order: readonly number[], chance: (item: number) => number): number {
  let [allGo, most, size] = [1, 0, 0];
  for (const [at, item] of order.entries()) {
    allGo *= 1 - chance(item);
    // Nothing that follows can make up for it.
    if (allGo * order.length < most || chance(item) >= 1) break;
    if ((at + 1) * allGo > most) [most, size] = [(at + 1) * allGo, at + 1];
  }
  return size;
}
