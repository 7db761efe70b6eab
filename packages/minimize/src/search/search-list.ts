import { prove } from './prove.ts';
import { type Split, splitFromEnd } from './split-from-end.ts';
import type { Stage } from './stage.ts';
import { ask, type Search, type Step } from './step.ts';
import { without } from './without.ts';

/**
 * A list searched through: what is likely needed alone, else what is needed beside it; then inside; then the proof. Again, until nothing goes.
 *
 * Again, because two may go together where neither goes alone, and what is minimal must stay as it is. Mostly that asks nothing new.
 */
export function searchList(count: number, likely: ReadonlySet<number> | null, stage: Stage = 'both'): Search {
  const all = Array.from({ length: count }, (_, index) => index);
  return { first: stage === 'proof' ? proof(all, proofAgain, all) : round(all), singleRemovals: singleRemovalsOf };

  function round(start: readonly number[]): Step {
    const ended = (kept: readonly number[]): Step => (stage === 'search' ? { kind: 'done', best: kept } : proof(kept, round, start));
    if (likely === null) return split(start, start, 'few', ended);
    const guess = start.filter((index) => likely.has(index));
    const inside = (kept: readonly number[]): Step => split(kept, guess, 'most', ended);
    if (guess.length === start.length) return inside(start);
    return ask({
      kept: guess,
      best: start,
      phase: 'guess',
      chance: 0.8,
      next: (same) => (same ? inside(guess) : split(start, without(start, guess), 'few', inside)),
    });
  }

  /** @param start with what the round began */
  function proof(kept: readonly number[], again: (best: readonly number[]) => Step, start: readonly number[]): Step {
    const finish = (best: readonly number[]): Step => (best.length === start.length ? { kind: 'done', best } : again(best));
    return prove({ kept, units: kept, without, finish });
  }

  function proofAgain(best: readonly number[]): Step {
    return proof(best, proofAgain, best);
  }
}

/** The candidates that lack one of a list. */
export function singleRemovalsOf(kept: readonly number[]): readonly (readonly number[])[] {
  return kept.map((index) => without(kept, [index]));
}

function split(
  kept: readonly number[],
  units: readonly number[],
  expected: Split['expected'],
  finish: (kept: readonly number[]) => Step,
): Step {
  return splitFromEnd({ kept, units, expected, without, finish });
}
