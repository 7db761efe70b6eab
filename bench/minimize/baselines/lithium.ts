import type { Baseline } from './baseline.ts';

/**
 * Chunks of a power of two from the end, halved when the start is reached; those of one are repeated until none goes.
 *
 * @see https://github.com/MozillaSecurity/lithium, its strategy "minimize".
 */
export const lithium: Baseline = async (items, shows) => {
  let left = items;
  let size = 2 ** Math.max(0, Math.ceil(Math.log2(items.length)) - 1);
  for (let removed = false; left.length > 0; removed = false) {
    for (let end = left.length; end > 0; ) {
      const start = Math.max(0, end - size);
      const candidate = left.toSpliced(start, end - start);
      if (await shows(candidate)) {
        left = candidate;
        removed = true;
      }
      end = start;
    }
    if (size > 1) size /= 2;
    else if (!removed) break;
  }
  return left;
};
