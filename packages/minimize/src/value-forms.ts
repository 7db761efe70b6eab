import type { Json } from '@stepfork/trace';

/** The values in a value that hold no others. */
export function leavesOf(value: Json): readonly Json[] {
  if (typeof value !== 'object' || value === null) return [value];
  return Object.values(value).flatMap(leavesOf);
}

/**
 * Texts by which a value is found again: a number also scaled by the usual factors of money, a text also by its words.
 *
 * @param shortest shorter ones say nothing
 */
export function formsOf(leaf: Json, shortest: number): readonly string[] {
  const numbers = typeof leaf === 'number' ? [leaf, ...[10, 100, 1000].flatMap((factor) => [leaf * factor, leaf / factor])] : [];
  const words = typeof leaf === 'string' ? [leaf, ...leaf.split(/[^\w-]+/)] : [];
  return [...numbers.filter(Number.isFinite).map(String), ...words].filter((text) => text.length >= shortest);
}
