import type { Split } from './split-from-end.ts';
import { ask, type Step } from './step.ts';

// Most of what is left at the end is needed.
const CHANCE = 0.05;

/**
 * Tries to remove each unit by itself, the last first. Where nothing goes, what is left is 1-minimal, whatever the oracle; else it is to be proven
 * again.
 *
 * One question for each unit that is left; they do not depend on each other where nothing goes, so they are run side by side.
 */
export function prove({ kept, units, without, finish }: Omit<Split, 'expected'>): Step {
  return single(kept, units.length);

  function single(best: readonly number[], end: number): Step {
    for (let at = end - 1; at >= 0; at -= 1) {
      const candidate = without(best, units.slice(at, at + 1));
      // What went before, or with another one, is not asked again.
      if (candidate.length === best.length) continue;
      return ask({ kept: candidate, best, phase: 'prove', chance: CHANCE, next: (same) => single(same ? candidate : best, at) });
    }
    return finish(best);
  }
}
