import { prove } from './prove.ts';
import { type Split, splitFromEnd } from './split-from-end.ts';
import { ask, type Search, type Step } from './step.ts';
import { without } from './without.ts';

/**
 * A list searched through: what is likely needed alone, else what is needed beside it; then inside; then the proof. Again, until nothing goes.
 *
 * Again, because two may go together where neither goes alone, and what is minimal must stay as it is. Mostly that asks nothing new.
 */
export function searchList(count: number, likely: ReadonlySet<number> | null): Search {
  return {
    first: round(
      Array.from({ length: count }, (_, index) => index),
      likely,
    ),
    singleRemovals: singleRemovalsOf,
  };
}

/** The candidates that lack one of a list. */
export function singleRemovalsOf(kept: readonly number[]): readonly (readonly number[])[] {
  return kept.map((index) => without(kept, [index]));
}

function round(all: readonly number[], likely: ReadonlySet<number> | null): Step {
  if (likely === null) return split(all, all, 'few', proof);
  const guess = all.filter((index) => likely.has(index));
  const inside = (kept: readonly number[]): Step => split(kept, guess, 'most', proof);
  if (guess.length === all.length) return inside(all);
  return ask({
    kept: guess,
    best: all,
    phase: 'guess',
    chance: 0.8,
    next: (same) => (same ? inside(guess) : split(all, without(all, guess), 'few', inside)),
  });

  function proof(kept: readonly number[]): Step {
    return prove({ kept, units: kept, without, finish });
  }

  function finish(best: readonly number[]): Step {
    return best.length === all.length ? { kind: 'done', best } : round(best, likely);
  }
}

function split(
  kept: readonly number[],
  units: readonly number[],
  expected: Split['expected'],
  finish: (kept: readonly number[]) => Step,
): Step {
  return splitFromEnd({ kept, units, expected, without, finish });
}
