import { ask, type Step } from './step.ts';

/** What a search goes through. */
export interface Split {
  /** Known to show the failure. */
  readonly kept: readonly number[];
  /** What may go, each an index in `kept`; the last is tried first. */
  readonly units: readonly number[];
  /** How many of them are thought to be needed: it sets the size of the first chunks. */
  readonly expected: 'few' | 'most';
  /** `kept` less these, and less what cannot stay without them. */
  readonly without: (kept: readonly number[], removed: readonly number[]) => readonly number[];
  /** What follows when every unit was looked at. */
  readonly finish: (kept: readonly number[]) => Step;
}

/** Where it stands: units from `end` on are decided, `needed` of them stay; so many more neighbours of needed ones stay than go. */
interface Place {
  readonly kept: readonly number[];
  readonly end: number;
  readonly needed: number;
  readonly clustered: number;
}

// Of the mean gap between two needed units seen so far: a chunk of this share can go about every second time.
const SHARE_OF_GAP = 0.7;
// Where most are expected to be needed, so many needed ones without a gap are taken as seen before the first is.
const EXPECTED = 3;

/**
 * Removes units from the end, in chunks as long as the gaps seen so far promise; a chunk that cannot go is bisected for its last needed unit.
 *
 * From the end, because later events depend on earlier ones. Needed ones often come in clusters: the neighbour of one is tried alone, until that
 * went wrong more often than not.
 * About log2 C(n, k) + k questions for k needed units of n. What is left is minimal only if a larger part of it never shows less.
 *
 * @see Hwang, "A method for detecting all defective members in a population by group testing", JASA 1972: the splitting, with a known number.
 */
export function splitFromEnd({ kept, units, expected, without, finish }: Split): Step {
  const prior = expected === 'most' ? EXPECTED : 0;
  return chunk({ kept, end: units.length, needed: 0, clustered: 0 }, expected === 'most' ? 1 : Math.max(1, units.length >> 1));

  /** `again`: if it can go, another one of that size is tried, not a larger one. */
  function chunk(place: Place, wanted: number, again = false): Step {
    if (place.end === 0) return finish(place.kept);
    const size = Math.min(wanted, place.end);
    const candidate = less(place, size);
    return ask({
      kept: candidate,
      best: place.kept,
      phase: 'split',
      chance: 0.5,
      next: (same) =>
        same
          ? chunk({ ...place, kept: candidate, end: place.end - size }, again ? size : size * 2)
          : bisect(place, { goes: 0, stays: size, kept: place.kept }),
    });
  }

  /** The last `goes` units can go, the last `stays` cannot. */
  function bisect(place: Place, found: { readonly goes: number; readonly stays: number; readonly kept: readonly number[] }): Step {
    const { goes, stays } = found;
    if (goes + 1 === stays) return beside({ ...place, kept: found.kept, end: place.end - stays, needed: place.needed + 1 });
    const middle = (goes + stays) >> 1;
    const candidate = less(place, middle);
    return ask({
      kept: candidate,
      best: found.kept,
      phase: 'split',
      chance: 0.5,
      next: (same) => bisect(place, same ? { goes: middle, stays, kept: candidate } : { ...found, stays: middle }),
    });
  }

  /** The unit after `end` is needed. */
  function beside(place: Place): Step {
    if (place.end === 0) return finish(place.kept);
    if (place.clustered < 0) return nextChunk(place);
    const { end, needed, clustered } = place;
    const candidate = less(place, 1);
    return ask({
      kept: candidate,
      best: place.kept,
      phase: 'split',
      chance: 0.5,
      next: (same) => {
        if (!same) return beside({ ...place, end: end - 1, needed: needed + 1, clustered: clustered + 1 });
        return nextChunk({ ...place, kept: candidate, end: end - 1, clustered: clustered - 1 });
      },
    });
  }

  function nextChunk(place: Place): Step {
    const gap = (units.length - place.end + prior) / (place.needed + prior);
    const size = Math.max(1, Math.round(SHARE_OF_GAP * gap));
    return chunk(place, size, expected === 'most' && size === 1);
  }

  function less(place: Place, size: number): readonly number[] {
    return without(place.kept, units.slice(place.end - size, place.end));
  }
}
