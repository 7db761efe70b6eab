import type { Json } from '@stepfork/trace';
import { jsonIn } from '../payload/json-text.ts';
import { mapPayload } from '../payload/map-payload.ts';
import { classOf, intoText } from '../payload/place.ts';
import { placesOf } from '../payload/places-of.ts';
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
    of: (value) => (typeof value === 'string' ? '' : typeof value === 'number' ? 0 : value === true ? false : value),
  },
  {
    name: 'small values',
    of: (value) => (typeof value === 'string' && value.length > 1 ? 'a' : typeof value === 'number' && Math.abs(value) > 1 ? 1 : value),
  },
  { name: 'short texts', of: (value) => (typeof value === 'string' && value.length > 24 ? value.slice(0, 12) : value) },
];

/** Puts simpler values of the same type in the place of others, the same place in all answers of a tool at once. */
export function simplerValuesPass({ name, of: simplify }: Simplification): Pass {
  return listPass<string>({
    name,
    items: (trace) => [
      ...new Set(placesOf(trace).flatMap(({ place, value }) => (isLeaf(value) && simplify(value) !== value ? [classOf(place)] : []))),
    ],
    build(trace, kept) {
      const classes = new Set(kept);
      return mapPayload(trace, (value, place) => (isLeaf(value) && !classes.has(classOf(place)) ? simplify(value) : value));
    },
    label: (item) => item.replaceAll(`/${intoText}`, ''),
  });
}

function isLeaf(value: Json): boolean {
  return typeof value === 'string' ? jsonIn(value) === null : typeof value === 'number' || typeof value === 'boolean';
}
