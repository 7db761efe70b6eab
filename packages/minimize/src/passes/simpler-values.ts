import type { Json, Trace } from '@stepfork/trace';
import { jsonIn } from '../payload/json-text.ts';
import { likelyPlaces } from '../payload/likely-places.ts';
import { mapPayload } from '../payload/map-payload.ts';
import { classOf, intoText } from '../payload/place.ts';
import { type PlacedValue, placesOf } from '../payload/places-of.ts';
import { listPass } from './list-pass.ts';
import type { Pass } from './pass.ts';

/** A value of the same type that says less. */
export interface Simplification {
  readonly name: string;
  /** The value itself: there is none. */
  readonly of: (value: Json) => Json;
}

/** From the emptiest on: what an agent takes for missing is often another failure, so that something small is tried next. */
export const simplifications: readonly Simplification[] = [
  {
    name: 'empty values',
    of: (value) => (typeof value === 'string' ? '' : typeof value === 'number' ? 0 : value),
  },
  {
    name: 'small values',
    of: (value) => (typeof value === 'string' && value.length > 1 ? 'a' : typeof value === 'number' && Math.abs(value) > 1 ? 1 : value),
  },
  { name: 'short texts', of: (value) => (typeof value === 'string' && value.length > 24 ? value.slice(0, 12) : value) },
];

/**
 * Puts simpler values of the same type in the place of others, the same place in all answers of a tool at once. What is simple already stays, and
 * the names of tools that were called.
 *
 * @param used values that are to stay, wherever they stand
 */
export function simplerValuesPass({ name, of: simplify }: Simplification, { used }: { readonly used?: () => readonly Json[] } = {}): Pass {
  return listPass<string>({
    name,
    items(trace) {
      const places = placesOf(trace);
      const stay = new Set(
        used === undefined ? [] : classesOf(likelyPlaces(places, used()).likely.map((index) => places[index] as PlacedValue)),
      );
      const names = namesIn(trace);
      const rich = places.filter(({ value }) => isRich(value) && !names.has(value) && simplify(value) !== value);
      return [...new Set(classesOf(rich))].filter((group) => !stay.has(group));
    },
    build(trace, kept, items) {
      const classes = new Set(items.filter((group) => !kept.includes(group)));
      return mapPayload(trace, (value, place) => (isLeaf(value) && classes.has(classOf(place)) ? simplify(value) : value));
    },
    label: (item) => item.replaceAll(`/${intoText}`, ''),
  });
}

function classesOf(places: readonly PlacedValue[]): readonly string[] {
  return places.map(({ place }) => classOf(place));
}

function namesIn({ steps }: Trace): ReadonlySet<Json> {
  return new Set(steps.flatMap(({ call }) => (call.kind === 'tool' ? [call.name] : [])));
}

/** Worth a replay: a person reads more than a word or a digit. */
function isRich(value: Json): boolean {
  return isLeaf(value) && (typeof value === 'number' ? Math.abs(value) >= 10 : String(value).length > 4);
}

function isLeaf(value: Json): boolean {
  return typeof value === 'string' ? jsonIn(value) === null : typeof value === 'number';
}
