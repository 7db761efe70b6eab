import type { Tagged } from './tagged.ts';

// A record and no list, so that a kind that is new in `Tagged` and missing here is a compile error.
const kinds: Readonly<Record<Tagged['$'], true>> = {
  undefined: true,
  hole: true,
  number: true,
  bigint: true,
  date: true,
  bytes: true,
  map: true,
  set: true,
  url: true,
  'search-params': true,
  headers: true,
  regexp: true,
  error: true,
  opaque: true,
  object: true,
  text: true,
  'json-number': true,
};

/** Whether `$` names a kind of tagged value, so that an object with it is no plain object with a key `$`. */
export function isTagKind($: unknown): boolean {
  return typeof $ === 'string' && Object.hasOwn(kinds, $);
}
