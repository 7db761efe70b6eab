import { prove } from './prove.ts';
import { splitFromEnd } from './split-from-end.ts';
import type { Stage } from './stage.ts';
import { ask, type Search, type Step } from './step.ts';

/** Nodes that stand below each other, by index; a parent has a smaller index than its children. */
export interface NodeTree {
  /** Of each node; `null`: it stands at the top. */
  readonly parents: readonly (number | null)[];
  /** Nodes that go together, each with all below it; those of one unit have the same depth. What is in no unit goes only with what holds it. */
  readonly units: readonly (readonly number[])[];
}

/** What is thought to be needed. */
export interface TreeGuess {
  /** With all that holds them. */
  readonly nodes: readonly number[];
  /** Those of them of which that is not sure. */
  readonly doubtful: readonly number[];
}

type Kept = readonly number[];
type Round = (start: Kept) => Step;

/**
 * A tree searched through: the guess alone, else what is needed beside it; then level by level, a unit with all that stands below it; then the
 * proof. Again, until nothing goes.
 *
 * Without a good guess the top comes first: much goes at once. After one the lowest leaves: little can go, and rarely what holds others. Where the
 * proof comes later, it finds these as well, so that only what is doubtful is looked at.
 *
 * @see Misherghi & Su, "HDD: Hierarchical Delta Debugging", ICSE 2006: the levels, and the repetition.
 */
export function searchTree({ parents, units }: NodeTree, guess: TreeGuess | null, stage: Stage = 'both'): Search {
  const all = [...parents.keys()];
  const guessed = new Set(guess?.nodes);
  const doubtful = new Set(guess?.doubtful);
  return { first: begin(), singleRemovals: (kept) => unitsIn(kept).map((unit) => without(kept, [unit])) };

  function begin(): Step {
    if (stage === 'proof') return proof(all, all, proofAgain);
    if (guess === null) return downwards(all);
    if (guess.nodes.length === all.length) return inside(all);
    return ask({
      kept: guess.nodes,
      best: all,
      phase: 'guess',
      chance: 0.8,
      next: (same) => (same ? inside(guess.nodes) : topDown(all, guessed, inside)),
    });
  }

  function inside(kept: Kept): Step {
    if (stage === 'both') return upwards(kept);
    const doubted = unitsIn(kept).filter((unit) => units[unit]?.every((node) => doubtful.has(node)));
    return split(kept, doubted, 'few', (best) => ({ kind: 'done', best }));
  }

  function downwards(start: Kept): Step {
    return topDown(start, new Set(), (kept) => (stage === 'search' ? { kind: 'done', best: kept } : proof(kept, start, downwards)));
  }

  function upwards(start: Kept): Step {
    const depths = depthsOf(parents);
    const depthOf = (unit: number): number => depths[units[unit]?.[0] ?? 0] ?? 0;
    const level = (kept: Kept, depth: number): Step => {
      if (depth < 0) return proof(kept, start, upwards);
      const there = unitsIn(kept).filter((unit) => depthOf(unit) === depth);
      return split(kept, leaves(there, kept), 'most', (left) => level(left, depth - 1));
    };
    return level(start, Math.max(...depths));
  }

  /** Units that hold nothing of `fixed`: first those that stand in nothing else, then what is in those that stay. */
  function topDown(start: Kept, fixed: ReadonlySet<number>, finish: Round): Step {
    const free = new Set([...units.keys()].filter((unit) => units[unit]?.every((node) => !fixed.has(node))));
    return frontier(start, free);

    function frontier(kept: Kept, left: ReadonlySet<number>): Step {
      const waiting = new Set([...left].flatMap((unit) => units[unit] ?? []));
      const there = unitsIn(kept).filter((unit) => left.has(unit) && !units[unit]?.some((node) => standsIn(node, waiting)));
      if (there.length === 0) return finish(kept);
      const rest = new Set([...left].filter((unit) => !there.includes(unit)));
      return split(kept, there, 'few', (best) => frontier(best, rest));
    }
  }

  function standsIn(node: number, some: ReadonlySet<number>): boolean {
    for (let up = parents[node]; up != null; up = parents[up]) if (some.has(up)) return true;
    return false;
  }

  /** @param start with what the round began */
  function proof(kept: Kept, start: Kept, again: Round): Step {
    const finish = (best: Kept): Step => (best.length === start.length ? { kind: 'done', best } : again(best));
    return prove({ kept, units: unitsIn(kept), without, finish });
  }

  function proofAgain(best: Kept): Step {
    return proof(best, best, proofAgain);
  }

  function split(kept: Kept, tried: readonly number[], expected: 'few' | 'most', finish: Round): Step {
    return splitFromEnd({ kept, units: tried, expected, without, finish });
  }

  function unitsIn(kept: Kept): readonly number[] {
    const there = new Set(kept);
    return [...units.keys()].filter((unit) => units[unit]?.some((node) => there.has(node)));
  }

  function leaves(some: readonly number[], kept: Kept): readonly number[] {
    const holding = new Set(kept.map((node) => parents[node]));
    return some.filter((unit) => !units[unit]?.some((node) => holding.has(node)));
  }

  function without(kept: Kept, removed: readonly number[]): Kept {
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
