import { assemble, type Place, plainKeysOf, takeApart } from './json-parts.ts';
import type { Outcome } from './outcome.ts';
import { reduceTree } from './reduce-tree.ts';
import type { SearchOptions, SearchReport } from './run-search.ts';

export interface ReduceJsonOptions extends SearchOptions {
  /** `node`: each member and element for itself. `class`: the same path in all values of the same kind, array indices not told apart, is one. */
  readonly unit: 'node' | 'class';
  /** Which kind a value is of, for `class`. Default: all are of one kind. */
  readonly kindOf?: (value: number) => string;
  /** Whether a place was read: what was not, and holds nothing that was, goes at once if that still shows the failure. Default: nothing is known. */
  readonly wasRead?: (place: Place) => boolean;
  /** Whether a place is there whenever what holds it is, as a schema demands. Default: none is. */
  readonly isRequired?: (place: Place) => boolean;
  /** Keys or indices of what a value holds; `null`: it is a leaf and stays whole. Default: plain objects and arrays hold others. */
  readonly keysOf?: (value: unknown) => readonly (string | number)[] | null;
}

/** What is left of some values, and how that was found. */
export interface ReducedJson extends SearchReport {
  readonly values: readonly unknown[];
}

/**
 * The values with fewer members and elements, on which `test` still gives `same`, and from which no single unit can go with all that it holds.
 *
 * The values themselves stay, as does the order of what they hold; elements close ranks. What is given is not changed. Else as `reduce`.
 *
 * @throws what `test` throws, unchanged.
 */
export async function reduceJson(
  values: readonly unknown[],
  test: (values: readonly unknown[]) => Promise<Outcome>,
  { unit, kindOf = () => '', wasRead, isRequired = () => false, keysOf = plainKeysOf, ...options }: ReduceJsonOptions,
): Promise<ReducedJson> {
  const { parts, places, parents } = takeApart(values, keysOf);
  const all = unit === 'node' ? places.map((_, node) => [node]) : classes(places, kindOf);
  const required = places.map(isRequired);
  const units = all.filter((nodes) => !nodes.some((node) => required[node]));
  const built = (kept: readonly number[]): readonly unknown[] => {
    const there = new Set(kept);
    return parts.map((part) => assemble(part, there));
  };
  const likely = wasRead && [...places.keys()].filter((node) => wasRead(places[node] as Place));
  const { kept, ...report } = await reduceTree({ parents, units }, async (nodes) => test(built(nodes)), {
    ...options,
    ...(likely && { likely }),
  });
  return { values: built(kept), ...report };
}

/** Nodes of the same path, array indices not told apart, in values of the same kind. */
function classes(places: readonly Place[], kindOf: (value: number) => string): readonly (readonly number[])[] {
  const byName = new Map<string, number[]>();
  for (const [node, { value, path }] of places.entries()) {
    const name = JSON.stringify([kindOf(value), path.map((key) => (typeof key === 'number' ? 0 : key))]);
    byName.set(name, [...(byName.get(name) ?? []), node]);
  }
  return [...byName.values()];
}
