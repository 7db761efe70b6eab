import type { Outcome } from './outcome.ts';
import { runSearch, type SearchOptions, type SearchReport } from './run-search.ts';
import { type NodeTree, searchTree } from './search-tree.ts';
import type { Stage } from './stage.ts';
import { without } from './without.ts';

export interface ReduceTreeOptions extends SearchOptions {
  /** Nodes that are thought to be needed; with each goes what holds it, and what is in no unit stays with what holds it. */
  readonly likely?: readonly number[];
  /** Nodes that may be needed, too: kept with the likely ones at first, and looked at next. */
  readonly doubtful?: readonly number[];
  /** To look only, or to prove only. Default `both`. */
  readonly stage?: Stage;
}

/** What is left of a tree, and how that was found. */
export interface ReducedTree extends SearchReport {
  /** Nodes, ascending. */
  readonly kept: readonly number[];
}

/**
 * The nodes of a tree on which `test` still gives `same`, and from which no single unit can go with all below it. Else as `reduce`.
 *
 * For what no list is: parts of values, calls inside of calls. Who has plain values finds it easier in `reduceJson`.
 *
 * @throws what `test` throws, unchanged.
 */
export async function reduceTree(
  tree: NodeTree,
  test: (kept: readonly number[]) => Promise<Outcome>,
  { likely, doubtful = [], stage, ...options }: ReduceTreeOptions = {},
): Promise<ReducedTree> {
  const guess = likely && { nodes: withHolders(tree, [...likely, ...doubtful]), doubtful: without(doubtful, withHolders(tree, likely)) };
  return runSearch(searchTree(tree, guess ?? null, stage), test, options);
}

/** The nodes with what holds them, and with what cannot be missing there. */
function withHolders({ parents, units }: NodeTree, nodes: readonly number[]): readonly number[] {
  const kept = new Set<number>();
  for (const node of nodes) for (let up: number | null = node; up !== null && !kept.has(up); up = parents[up] ?? null) kept.add(up);
  const free = new Set(units.flat());
  for (const [node, parent] of parents.entries()) if (!free.has(node) && (parent === null || kept.has(parent))) kept.add(node);
  return [...kept].sort((a, b) => a - b);
}
