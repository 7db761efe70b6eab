import type { Json } from '@stepfork/trace';
import { fieldsOf, itemsOf } from './contents.ts';
import { isMatcher } from './matcher.ts';
import { meets } from './meets.ts';

/** What `actual` has at the places that `expected` speaks of, so that a diff of the two shows only what was claimed. */
export function projection(expected: Json, actual: Json): Json {
  // What is as claimed is no difference.
  if (isMatcher(expected)) return meets(expected, actual) ? expected : actual;
  if (typeof expected !== 'object') return actual;
  const items = itemsOf(expected, actual);
  if (items !== null) {
    const others = itemsOf(actual, expected);
    if (others === null || others.length !== items.length) return actual;
    return items.map((item, at) => projection(item, others[at] ?? null));
  }
  const fields = fieldsOf(expected, actual);
  const others = fieldsOf(actual, expected);
  if (fields === null || others === null) return actual;
  const shown: (readonly [string, Json])[] = [];
  for (const key of Object.keys(fields))
    if (Object.hasOwn(others, key)) shown.push([key, projection(fields[key] as Json, others[key] as Json)]);
  // Entries, not assignment: a key may be `__proto__`.
  return Object.fromEntries(shown);
}
