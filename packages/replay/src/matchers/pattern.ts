import { canonicalJson, type Json } from '@stepfork/trace';
import { itemsOf, keysOf } from './contents.ts';
import { isTag } from './is-tag.ts';
import { isMatcher, type Matcher } from './matcher.ts';
import { matches } from './matches.ts';
import { meets } from './meets.ts';
import { mismatches } from './mismatches.ts';

/** Whatever contains `narrow` also contains `wide`; `undefined` is contained in anything. May say no where the answer is yes. */
export function implies(narrow: Json | undefined, wide: Json | undefined): boolean {
  if (wide === undefined) return true;
  // A claimed `undefined` is met by a key that is not there, of which `narrow` does not speak.
  return narrow !== undefined && !speaksOfUndefined(wide) && mismatches(wide, narrow, false, '', coversClaim).next().done === true;
}

/** No value contains both. May say no where the answer is yes. */
export function areIncompatible(one: Json | undefined, other: Json | undefined): boolean {
  if (one === undefined || other === undefined) return false;
  if (isMatcher(one)) return !isMatcher(other) && isLeaf(other) && !meets(one, other);
  if (isMatcher(other)) return isLeaf(one) && !meets(other, one);
  const [items, others] = [itemsOf(one, other), itemsOf(other, one)];
  if (items !== null && others !== null)
    return items.length !== others.length || items.some((item, at) => areIncompatible(item, others[at]));
  const [keys, otherKeys] = [keysOf(one, other), keysOf(other, one)];
  if (keys !== null && otherKeys !== null) return [...keys].some(([key, value]) => areIncompatible(value, otherKeys.get(key)));
  return isLeaf(one) && isLeaf(other) && !isTag(one, 'undefined') && !isTag(other, 'undefined') && !matches(one, other);
}

/** Every value that contains this part of a claim is as the matcher says. A list may be a Set and an object an error: only leaves are sure. */
function coversClaim(matcher: Matcher, claimed: Json): boolean {
  if (matcher.type === 'any' && Object.keys(matcher).length === 2) return !isTag(claimed, 'undefined');
  if (isMatcher(claimed)) return canonicalJson(claimed) === canonicalJson(matcher);
  return isLeaf(claimed) && meets(matcher, claimed);
}

/** Contained in nothing but its equal. */
function isLeaf(claimed: Json): boolean {
  return itemsOf(claimed, null) === null && keysOf(claimed, null) === null;
}

function speaksOfUndefined(pattern: Json): boolean {
  if (isTag(pattern, 'undefined')) return true;
  return pattern !== null && typeof pattern === 'object' && Object.values(pattern).some(speaksOfUndefined);
}
