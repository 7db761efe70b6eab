import { candidateKey } from './candidate-key.ts';
import { ddmin } from './ddmin.ts';
import type { Outcome } from './outcome.ts';
import { runSearch, type SearchCounts, type SearchOptions, type SearchProgress } from './run-search.ts';
import { searchList } from './search-list.ts';
import { without } from './without.ts';

export type ReduceProgress = SearchProgress;

export interface ReduceOptions<T> extends SearchOptions {
  /** Whether an item is thought to be needed. A good guess saves most tests, a wrong one costs some, and none changes what is promised of the result. */
  readonly likely?: (item: T) => boolean;
  /** `split`: from the end, by the gaps between what is needed. `ddmin`: as published, the reference. Default `split`. */
  readonly search?: 'split' | 'ddmin';
}

/** What is left of a list, and how that was found. */
export interface Reduced<T> {
  readonly kept: readonly T[];
  /** Whether every single removal from `kept` was tested and none showed the failure: it is 1-minimal. */
  readonly proven: boolean;
  /** Why it ended early, with the best so far; `null`: it did not. */
  readonly stopped: 'budget' | 'aborted' | null;
  readonly counts: SearchCounts & {
    /** Single removals from `kept`, as far as they were tested. */
    readonly removals: { readonly tried: number; readonly unresolved: number };
  };
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
  { likely, search = 'split', ...options }: ReduceOptions<T> = {},
): Promise<Reduced<T>> {
  const all = items.map((_, index) => index);
  const pick = (kept: readonly number[]): readonly T[] => kept.map((index) => items[index] as T);
  const guess = likely === undefined ? null : new Set(all.filter((index) => likely(items[index] as T)));
  const first = search === 'ddmin' ? ddmin(all) : searchList(all, guess);
  const { kept, stopped, decided, counts } = await runSearch(first, async (candidate) => test(pick(candidate)), options);
  const removals = kept.map((index) => decided.get(candidateKey(without(kept, [index]))));
  const tried = removals.filter((outcome) => outcome !== undefined);
  return {
    kept: pick(kept),
    proven: tried.length === kept.length && !tried.includes('same'),
    stopped,
    counts: { ...counts, removals: { tried: tried.length, unresolved: tried.filter((outcome) => outcome === 'unresolved').length } },
  };
}
