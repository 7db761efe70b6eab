import type { Split } from './split-from-end.ts';
import { ask, type Step } from './step.ts';

// Most of what is left at the end is needed.
const CHANCE = 0.05;

/**
 * Removes unit by unit, the last first, until no single one can go: what is left is then 1-minimal, whatever the oracle.
 *
 * One question for each unit where nothing goes any more; they do not depend on each other, so they are run side by side.
 */
export function prove({ kept, units, without, finish }: Omit<Split, 'expected'>): Step {
  return round(kept);

  function round(start: readonly number[]): Step {
    return single(start, units.length);

    function single(best: readonly number[], end: number): Step {
      for (let at = end - 1; at >= 0; at -= 1) {
        const candidate = without(best, units.slice(at, at + 1));
        // What went before, or with another one, is not asked again.
        if (candidate.length === best.length) continue;
        return ask({ kept: candidate, best, phase: 'prove', chance: CHANCE, next: (same) => single(same ? candidate : best, at) });
      }
      return best.length === start.length ? finish(best) : round(best);
    }
  }
}
