import type { Json, JsonObject } from '../json/json.ts';
import type { ValueIds } from './value-ids.ts';

/**
 * How much two values have in common, from 0 to 1 for equal ones: the share of equal fields, of equal items, of equal text at both ends.
 * Fields of a field count too, but no deeper: a guess for pairing inputs of one tool, not a measure.
 */
export function likeness(one: Json, other: Json, ids: ValueIds, depth = 2): number {
  if (ids.of(one) === ids.of(other)) return 1;
  if (typeof one === 'string' && typeof other === 'string') return commonText(one, other);
  if (depth === 0 || typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return 0;
  if (Array.isArray(one) && Array.isArray(other)) return commonItems(one, other, ids);
  if (Array.isArray(one) || Array.isArray(other)) return 0;
  return commonFields(one as JsonObject, other as JsonObject, ids, depth);
}

function commonText(one: string, other: string): number {
  const shorter = Math.min(one.length, other.length);
  let start = 0;
  while (start < shorter && one[start] === other[start]) start++;
  let end = 0;
  while (end < shorter - start && one.at(-1 - end) === other.at(-1 - end)) end++;
  return (start + end) / Math.max(one.length, other.length, 1);
}

function commonItems(one: readonly Json[], other: readonly Json[], ids: ValueIds): number {
  const rest = new Map<number, number>();
  for (const item of one) rest.set(ids.of(item), (rest.get(ids.of(item)) ?? 0) + 1);
  let common = 0;
  for (const item of other) {
    const left = rest.get(ids.of(item)) ?? 0;
    if (left === 0) continue;
    common++;
    rest.set(ids.of(item), left - 1);
  }
  return common / Math.max(one.length, other.length, 1);
}

function commonFields(one: JsonObject, other: JsonObject, ids: ValueIds, depth: number): number {
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
  let common = 0;
  for (const key of keys) {
    if (!Object.hasOwn(one, key) || !Object.hasOwn(other, key)) continue;
    common += likeness(one[key] as Json, other[key] as Json, ids, depth - 1);
  }
  return common / Math.max(keys.size, 1);
}
