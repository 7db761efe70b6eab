import { canonicalJson, childPointer, type Json, type JsonObject } from '@stepfork/trace';
import { fieldsOf, itemsOf } from './contents.ts';
import { isTag } from './is-tag.ts';
import { isMatcher, type Matcher } from './matcher.ts';
import { meets } from './meets.ts';

/** One place where a value is not what was claimed. `path` is a JSON Pointer; `undefined`: nothing there. */
export interface Mismatch {
  readonly path: string;
  readonly expected: Json | undefined;
  readonly actual: Json | undefined;
}

/**
 * Where `actual` does not contain `expected`: objects by key, arrays by length and element, the rest by equality. What a tag hides
 * (fields of an error or of a class instance, entries of a Map, items of a Set) is looked into. With `exactly`, objects have no other keys.
 *
 * @param isMet whether a value is as a matcher says.
 */
export function* mismatches(
  expected: Json,
  actual: Json | undefined,
  exactly = false,
  path = '',
  isMet: (matcher: Matcher, value: Json) => boolean = meets,
): Generator<Mismatch> {
  if (actual === undefined) {
    if (!isTag(expected, 'undefined')) yield { path, expected, actual };
    return;
  }
  if (isMatcher(expected)) {
    if (!isMet(expected, actual)) yield { path, expected, actual };
    return;
  }
  const items = itemsOf(expected, actual);
  if (items !== null) {
    const others = itemsOf(actual, expected);
    if (others === null || others.length !== items.length) yield { path, expected, actual };
    else for (const [at, item] of items.entries()) yield* mismatches(item, others[at], exactly, `${path}/${at}`, isMet);
    return;
  }
  const fields = fieldsOf(expected, actual);
  if (fields !== null) {
    const others = fieldsOf(actual, expected);
    if (others === null) yield { path, expected, actual };
    else yield* objectMismatches(fields, others, exactly, path, isMet);
    return;
  }
  if (!sameLeaf(expected, actual)) yield { path, expected, actual };
}

function* objectMismatches(
  expected: JsonObject,
  actual: JsonObject,
  exactly: boolean,
  path: string,
  isMet: (matcher: Matcher, value: Json) => boolean,
): Generator<Mismatch> {
  for (const key of Object.keys(expected)) {
    const value = expected[key] as Json;
    const other = Object.hasOwn(actual, key) ? actual[key] : undefined;
    // Most values are as claimed: of these no path is made.
    if (value !== other || typeof value === 'object') yield* mismatches(value, other, exactly, childPointer(path, key), isMet);
  }
  if (!exactly) return;
  for (const [key, value] of Object.entries(actual)) {
    if (!Object.hasOwn(expected, key) && !isTag(value, 'undefined'))
      yield { path: childPointer(path, key), expected: undefined, actual: value };
  }
}

/** 0 and -0 are one number, as 1 and 1.0 are. */
export function sameLeaf(expected: Json, actual: Json): boolean {
  if (expected === actual) return true;
  const [one, other] = [unsigned(expected), unsigned(actual)];
  return one === other || (typeof one === 'object' && typeof other === 'object' && canonicalJson(one) === canonicalJson(other));
}

function unsigned(value: Json): Json {
  return isTag(value, 'number') && (value as { readonly value?: Json }).value === '-0' ? 0 : value;
}
