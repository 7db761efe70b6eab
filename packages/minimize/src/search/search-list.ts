import { prove } from './prove.ts';
import { splitFromEnd } from './split-from-end.ts';
import { ask, type Step } from './step.ts';
import { without } from './without.ts';

/** A list searched through: what is likely needed alone, else what is needed beside it; then inside; then the proof. */
export function searchList(all: readonly number[], likely: readonly number[] | null): Step {
  if (likely === null) return splitFromEnd({ kept: all, units: all, first: half(all), without, finish });
  const rest = without(all, likely);
  if (rest.length === 0) return inside(all);
  return ask({
    kept: likely,
    best: all,
    phase: 'guess',
    chance: 0.8,
    next: (same) => (same ? inside(likely) : splitFromEnd({ kept: all, units: rest, first: half(rest), without, finish: inside })),
  });

  // One at a time at first: most of a good guess is needed.
  function inside(kept: readonly number[]): Step {
    return splitFromEnd({ kept, units: likely ?? [], first: 1, without, finish });
  }
}

function half({ length }: readonly number[]): number {
  return Math.max(1, length >> 1);
}

function finish(kept: readonly number[]): Step {
  return prove({ kept, units: kept, without, finish: (best) => ({ kind: 'done', best }) });
}
