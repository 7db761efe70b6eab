import type { Json, Trace } from '@stepfork/trace';
import { likelyPlaces } from '../payload/likely-places.ts';
import { mapPayload } from '../payload/map-payload.ts';
import type { Place } from '../payload/place.ts';
import { type PlacedValue, placesOf } from '../payload/places-of.ts';
import { type ReduceTreeOptions, reduceTree } from '../search/reduce-tree.ts';
import type { Pass } from './pass.ts';

export interface CutOptions {
  readonly name: string;
  /** Which places go together, each with all that it holds; `null`: it goes only with what holds it. */
  readonly group: (place: Place) => string | null;
  /** Values that were needed, so that where they stand is guessed to be needed. Default: nobody knows any. */
  readonly used?: (trace: Trace) => readonly Json[];
}

/** Takes parts out of the input and the answers of a run. */
export function cutPass({ name, group, used }: CutOptions): Pass {
  return {
    name,
    async search(trace, test, options) {
      const placed = placesOf(trace);
      const places = placed.map(({ place }) => place);
      const indices = new Map(places.map((place, index) => [keyOf(place), index]));
      const groups = new Map<string, number[]>();
      for (const [index, place] of places.entries()) {
        const key = group(place);
        if (key !== null) groups.set(key, [...(groups.get(key) ?? []), index]);
      }
      const units = [...groups.values()];
      const parents = places.map((place) => holderOf(place, indices));
      const guess = used === undefined ? {} : guessOf(placed, used(trace), units);
      const reduced = await reduceTree({ parents, units }, (kept) => test(kept, partOf(trace, indices, kept)), { ...options, ...guess });
      const isKept = new Set(reduced.kept);
      // What went with what held it needs no word of its own.
      const removed = [...groups].filter(
        ([, nodes]) => nodes.every((node) => !isKept.has(node)) && nodes.some((node) => holds(parents[node], isKept)),
      );
      return {
        ...reduced,
        before: units.length,
        after: units.filter((nodes) => nodes.some((node) => isKept.has(node))).length,
        removed: removed.map(([key]) => key),
        left: [],
      };
    },
  };
}

/** What goes together is needed together; where nothing tells what is needed, there is no guess. */
function guessOf(
  placed: readonly PlacedValue[],
  used: readonly Json[],
  units: readonly (readonly number[])[],
): Pick<ReduceTreeOptions, 'likely' | 'doubtful'> {
  const { likely, doubtful } = likelyPlaces(placed, used);
  if (likely.length === 0) return {};
  const [sure, unsure] = [new Set(likely), new Set(doubtful)];
  return {
    likely: units.filter((nodes) => nodes.some((node) => sure.has(node))).flat(),
    doubtful: units.filter((nodes) => !nodes.some((node) => sure.has(node)) && nodes.some((node) => unsure.has(node))).flat(),
  };
}

function holds(parent: number | null | undefined, kept: ReadonlySet<number>): boolean {
  return parent === null || parent === undefined || kept.has(parent);
}

function partOf(trace: Trace, indices: ReadonlyMap<string, number>, kept: readonly number[]): Trace {
  const there = new Set(kept);
  return mapPayload(trace, (value, place) => (there.has(indices.get(keyOf(place)) ?? -1) ? value : undefined));
}

/** The place that holds it: the next one outwards, of a text that is JSON the text itself. */
function holderOf({ step, path }: Place, indices: ReadonlyMap<string, number>): number | null {
  for (let length = path.length - 1; length > 0; length -= 1) {
    const holder = indices.get(keyOf({ step, path: path.slice(0, length) }));
    if (holder !== undefined) return holder;
  }
  return null;
}

function keyOf({ step, path }: Pick<Place, 'step' | 'path'>): string {
  return `${step} ${path.join('\n')}`;
}
