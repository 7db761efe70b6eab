import type { Trace } from '@stepfork/trace';
import { reduce } from '../search/reduce.ts';
import type { Pass } from './pass.ts';

export interface ListPass<T> {
  readonly name: string;
  /** What can go, in the order of the run. */
  readonly items: (trace: Trace) => readonly T[];
  /** The trace with these items only. */
  readonly build: (trace: Trace, kept: readonly T[], items: readonly T[]) => Trace;
  readonly label: (item: T) => string;
  /** Whether an item is thought to be needed. */
  readonly likely?: (trace: Trace, items: readonly T[]) => (item: T) => boolean;
}

/** A pass over things that stand beside each other. */
export function listPass<T>({ name, items: itemsOf, build, label, likely }: ListPass<T>): Pass {
  return {
    name,
    async search(trace, test, options) {
      const items = itemsOf(trace);
      const indices = [...items.keys()];
      const pick = (kept: readonly number[]): readonly T[] => kept.map((index) => items[index] as T);
      const isLikely = likely?.(trace, items);
      const { kept, ...report } = await reduce(indices, (some) => test(some, build(trace, pick(some), items)), {
        ...options,
        ...(isLikely && { likely: (index: number) => isLikely(items[index] as T) }),
      });
      const isKept = new Set(kept);
      // By the numbers that steps have in what is left; where that falls into other items, by those of the whole.
      const left = itemsOf(build(trace, pick(kept), items));
      const named = left.length === kept.length ? left : pick(kept);
      return {
        ...report,
        kept,
        before: items.length,
        after: kept.length,
        removed: items.filter((_, index) => !isKept.has(index)).map(label),
        left: kept.map((index, at) => ({ label: label(named[at] as T), others: kept.filter((other) => other !== index) })),
      };
    },
  };
}
