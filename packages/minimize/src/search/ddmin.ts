import { singleRemovalsOf } from './search-list.ts';
import { ask, type Search, type Step } from './step.ts';
import { without } from './without.ts';

/**
 * Delta debugging as it was published, the reference beside which our search is measured: subsets, then complements, then finer.
 *
 * About 2 log2 n questions at best, quadratic at worst. What is left is 1-minimal.
 *
 * @see Zeller & Hildebrandt, "Simplifying and Isolating Failure-Inducing Input", TSE 2002, section 3.
 */
export function ddmin(count: number): Search {
  return {
    first: level(
      Array.from({ length: count }, (_, index) => index),
      2,
    ),
    singleRemovals: singleRemovalsOf,
  };

  function level(best: readonly number[], parts: number): Step {
    if (best.length <= 1) return last(best);
    const chunks = split(best, parts);
    const complements = chunks.length > 2 ? chunks.map((chunk) => without(best, chunk)) : [];
    return firstOf([...chunks, ...complements], (at) => {
      const found = at === null ? undefined : [...chunks, ...complements][at];
      if (at !== null && found !== undefined) return level(found, at < chunks.length ? 2 : Math.max(parts - 1, 2));
      return parts >= best.length ? done(best) : level(best, Math.min(parts * 2, best.length));
    });

    function firstOf(candidates: readonly (readonly number[])[], then: (at: number | null) => Step, at = 0): Step {
      const kept = candidates[at];
      if (kept === undefined) return then(null);
      return ask({ kept, best, phase: 'split', chance: 0.25, next: (same) => (same ? then(at) : firstOf(candidates, then, at + 1)) });
    }
  }

  function last(best: readonly number[]): Step {
    if (best.length === 0) return done(best);
    return ask({ kept: [], best, phase: 'split', chance: 0.25, next: (same) => done(same ? [] : best) });
  }
}

const done = (best: readonly number[]): Step => ({ kind: 'done', best });

/** As many chunks of about the same length, the shorter ones first: so that those of a complement are those of before, which were tested. */
function split(items: readonly number[], parts: number): readonly (readonly number[])[] {
  const chunks: (readonly number[])[] = [];
  for (let start = 0; chunks.length < parts; ) {
    const end = start + Math.floor((items.length - start) / (parts - chunks.length));
    chunks.push(items.slice(start, end));
    start = end;
  }
  return chunks;
}
