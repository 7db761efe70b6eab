import type { Json } from '@stepfork/trace';
import { itemsOf, keysOf } from './contents.ts';
import { isTag } from './is-tag.ts';
import { matches } from './matches.ts';

/** Whatever contains `narrow` also contains `wide`; `undefined` is contained in anything. May say no where the answer is yes. */
export function implies(narrow: Json | undefined, wide: Json | undefined): boolean {
  if (wide === undefined) return true;
  // A claimed `undefined` is met by a key that is not there, of which `narrow` does not speak.
  return narrow !== undefined && !speaksOfUndefined(wide) && matches(wide, narrow);
}

/** No value contains both. May say no where the answer is yes. */
export function areIncompatible(one: Json | undefined, other: Json | undefined): boolean {
  if (one === undefined || other === undefined) return false;
  const [items, others] = [itemsOf(one, other), itemsOf(other, one)];
  if (items !== null && others !== null)
    return items.length !== others.length || items.some((item, at) => areIncompatible(item, others[at]));
  const [keys, otherKeys] = [keysOf(one, other), keysOf(other, one)];
  if (keys !== null && otherKeys !== null) return [...keys].some(([key, value]) => areIncompatible(value, otherKeys.get(key)));
  const isLeaf = items === null && keys === null && others === null && otherKeys === null;
  return isLeaf && !isTag(one, 'undefined') && !isTag(other, 'undefined') && !matches(one, other);
}

function speaksOfUndefined(pattern: Json): boolean {
  if (isTag(pattern, 'undefined')) return true;
  return pattern !== null && typeof pattern === 'object' && Object.values(pattern).some(speaksOfUndefined);
}
