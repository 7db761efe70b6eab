import type { Outcome } from '@stepfork/minimize';
import { below, type Random } from './random.ts';

/** What a part of the items 0, 1, 2 … does. */
export type Oracle = (part: readonly number[]) => Outcome;

export function itemsUpTo(count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => index);
}

/** `count` of the items that are needed: side by side, or anywhere. */
export function pickNeeded(length: number, count: number, layout: 'clustered' | 'scattered', random: Random): ReadonlySet<number> {
  const start = below(length - count + 1, random);
  if (layout === 'clustered') return new Set(itemsUpTo(count).map((index) => start + index));
  const needed = new Set<number>();
  while (needed.size < count) needed.add(below(length, random));
  return needed;
}

/** Shows the failure where all that is needed is there. */
export function needingAll(needed: ReadonlySet<number>): Oracle {
  return (part) => (part.reduce((found, item) => found + Number(needed.has(item)), 0) === needed.size ? 'same' : 'other');
}

/** Each item depends on an earlier one or on none: without it, nothing can be executed. */
export function depending(oracle: Oracle, on: readonly (number | null)[]): Oracle {
  return (part) => {
    const there = new Set(part);
    return part.every((item) => on[item] == null || there.has(on[item])) ? oracle(part) : 'unresolved';
  };
}

/** What is needed with all that it depends on. */
export function closure(needed: ReadonlySet<number>, on: readonly (number | null)[]): ReadonlySet<number> {
  const all = new Set<number>();
  for (const one of needed) for (let item: number | null = one; item !== null && !all.has(item); item = on[item] ?? null) all.add(item);
  return all;
}
