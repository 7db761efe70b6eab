import type { Baseline } from './baseline.ts';

// As in the paper.
const PRIOR = 0.1;

/**
 * What ProbDD comes to without its probabilities: chunks of a size that depends on the round alone.
 *
 * @see Zhang et al., "Toward a Better Understanding of Probabilistic Delta Debugging", arXiv 2408.04735.
 */
export const cdd: Baseline = async (items, shows) => {
  let left = items;
  for (const size of sizes()) {
    for (let start = 0; start < left.length; ) {
      const candidate = left.toSpliced(start, size);
      if (await shows(candidate)) left = candidate;
      else start += size;
    }
  }
  return left;
};

function* sizes(): Generator<number> {
  for (let needed = PRIOR; needed < 1; ) {
    const size = Math.max(1, Math.floor(-1 / Math.log(1 - needed)));
    yield size;
    if (size === 1) return;
    needed /= 1 - (1 - needed) ** size;
  }
  yield 1;
}
