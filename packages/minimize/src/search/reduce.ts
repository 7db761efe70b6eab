import { ddmin } from './ddmin.ts';
import type { Outcome } from './outcome.ts';
import { runSearch, type SearchOptions, type SearchReport } from './run-search.ts';
import { searchList } from './search-list.ts';
import type { Stage } from './stage.ts';

export interface ReduceOptions<T> extends SearchOptions {
  /** Whether an item is thought to be needed. A good guess saves most tests, a wrong one costs some, and none changes what is promised of the result. */
  readonly likely?: (item: T) => boolean;
  /** `split`: from the end, by the gaps between what is needed. `ddmin`: as published, the reference. Default `split`. */
  readonly search?: 'split' | 'ddmin';
  /** Of `split`: to look only, or to prove only. Default `both`. */
  readonly stage?: Stage;
}

/** What is left of a list, and how that was found. */
export interface Reduced<T> extends SearchReport {
  readonly kept: readonly T[];
}

/**
 * A part of `items` on which `test` still gives `same`, and from which no single item can go: 1-minimal, not the minimum.
 *
 * Knows nothing of what the items are. Their order is kept. `test` is never asked about the whole list (the caller has established that it shows
 * the failure), never twice about the same part, and must give the same outcome for the same part. An `unresolved` part is one not to go to.
 * About log2 C(n, k) + 2k tests for k needed items of n, k + 1 if the guess is right.
 *
 * @throws what `test` throws, unchanged.
 */
export async function reduce<T>(
  items: readonly T[],
  test: (kept: readonly T[]) => Promise<Outcome>,
  { likely, search = 'split', stage, ...options }: ReduceOptions<T> = {},
): Promise<Reduced<T>> {
  const pick = (indices: readonly number[]): readonly T[] => indices.map((index) => items[index] as T);
  const guess = likely === undefined ? null : new Set([...items.keys()].filter((index) => likely(items[index] as T)));
  const how = search === 'ddmin' ? ddmin(items.length) : searchList(items.length, guess, stage);
  const { kept, ...report } = await runSearch(how, async (indices) => test(pick(indices)), options);
  return { kept: pick(kept), ...report };
}
