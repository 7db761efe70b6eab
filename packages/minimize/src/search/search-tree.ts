import { prove } from './prove.ts';
import { splitFromEnd } from './split-from-end.ts';
import { ask, type Search, type Step } from './step.ts';

/** Nodes that stand below each other, by index; a parent has a smaller index than its children. */
export interface NodeTree {
  /** Of each node; `null`: it stands at the top. */
  readonly parents: readonly (number | null)[];
  /** Nodes that go together, each with all below it; those of one unit have the same depth. What is in no unit goes only with what holds it. */
  readonly units: readonly (readonly number[])[];
}

/**
 * A tree searched through: the guess alone; then level by level, a unit with all that stands below it; then the proof. Again, until nothing goes.
 *
 * Without a good guess the top comes first: much goes at once. After one the lowest leaves: little can go, and rarely what holds others.
 *
 * @see Misherghi & Su, "HDD: Hierarchical Delta Debugging", ICSE 2006: the levels, and the repetition.
 */
export function searchTree({ parents, units }: NodeTree, guess: readonly number[] | null): Search {
  const all = [...parents.keys()];
  const depths = depthsOf(parents);
  const depthOf = (unit: number): number => depths[units[unit]?.[0] ?? 0] ?? 0;
  const downwards = [...new Set(depths)].sort((a, b) => a - b);
  return { first: begin(), singleRemovals: (kept) => unitsIn(kept).map((unit) => without(kept, [unit])) };

  function begin(): Step {
    if (guess === null || guess.length === all.length) return round(all, guess !== null);
    return ask({
      kept: guess,
      best: all,
      phase: 'guess',
      chance: 0.8,
      next: (same) => (same ? round(guess, true) : round(all, false)),
    });
  }

  function round(start: readonly number[], upwards: boolean): Step {
    const order = upwards ? downwards.toReversed() : downwards;
    return level(start, 0);

    function level(kept: readonly number[], at: number): Step {
      if (at === order.length) return prove({ kept, units: unitsIn(kept), without, finish });
      const there = unitsIn(kept).filter((unit) => depthOf(unit) === order[at]);
      const tried = upwards ? leaves(there, kept) : there;
      const expected = upwards ? 'most' : 'few';
      return splitFromEnd({ kept, units: tried, expected, without, finish: (left) => level(left, at + 1) });
    }

    function finish(best: readonly number[]): Step {
      return best.length === start.length ? { kind: 'done', best } : round(best, upwards);
    }
  }

  function unitsIn(kept: readonly number[]): readonly number[] {
    const there = new Set(kept);
    return [...units.keys()].filter((unit) => units[unit]?.some((node) => there.has(node)));
  }

  function leaves(some: readonly number[], kept: readonly number[]): readonly number[] {
    const holding = new Set(kept.map((node) => parents[node]));
    return some.filter((unit) => !units[unit]?.some((node) => holding.has(node)));
  }

  function without(kept: readonly number[], removed: readonly number[]): readonly number[] {
    const gone = new Set(removed.flatMap((unit) => units[unit] ?? []));
    // Parents come first, so that what has gone is known when its children are looked at.
    return kept.filter((node) => {
      const parent = parents[node];
      if (parent != null && gone.has(parent)) gone.add(node);
      return !gone.has(node);
    });
  }
}

function depthsOf(parents: readonly (number | null)[]): readonly number[] {
  const depths: number[] = [];
  for (const parent of parents) depths.push(parent === null ? 0 : (depths[parent] ?? 0) + 1);
  return depths;
}
