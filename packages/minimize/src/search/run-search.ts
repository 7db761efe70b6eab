import { candidateKey } from './candidate-key.ts';
import { lookAhead } from './look-ahead.ts';
import type { Outcome } from './outcome.ts';
import type { Phase, Search } from './step.ts';
import { TestsSideBySide } from './tests-side-by-side.ts';

export interface SearchOptions {
  /** Tests at the same time; the result does not depend on it. Default 1. */
  readonly workers?: number;
  /** Most tests that may decide something; those run ahead in vain are not counted, so that the result does not depend on `workers`. Default: no limit. */
  readonly maxTests?: number;
  /** Ends the search with what it has. Give it to what `test` starts, too: tests that run are waited for. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: SearchProgress) => void;
}

export interface SearchProgress {
  readonly phase: Phase;
  /** Tests that decided something so far. */
  readonly tests: number;
  /** How many items are left so far. */
  readonly kept: number;
}

/** How a search went. */
export interface SearchReport {
  /** Whether every single removal from what is left was tested and none showed the failure: it is 1-minimal. */
  readonly proven: boolean;
  /** Why it ended early, with the best so far; `null`: it did not. */
  readonly stopped: 'budget' | 'aborted' | null;
  readonly counts: SearchCounts;
}

export interface SearchCounts {
  /** Tests that decided something, those of what was ruled out too: the same whatever the number of workers. */
  readonly tests: number;
  /** Of these, how many could not be executed. */
  readonly unresolved: number;
  /** Questions that a test before had answered. */
  readonly repeated: number;
  /** Tests run ahead that decided nothing. */
  readonly inVain: number;
  readonly removals: Removals;
}

/** Single removals from what is left, as far as the search came to them. */
export interface Removals {
  /** Those that were run. */
  readonly tried: number;
  /** Of these, how many could not be executed. */
  readonly unresolved: number;
  /** Those that nobody ran, since they may not be taken. */
  readonly ruledOut: number;
}

/**
 * Walks a search from its first step to its end; idle workers test what will likely be asked next.
 *
 * The way taken depends on the outcomes alone, never on which test ends first. No test runs any more when it returns or throws.
 *
 * @throws what `test` throws, unchanged, if the search comes to that candidate.
 */
export async function runSearch(
  { first, singleRemovals }: Search,
  test: (kept: readonly number[]) => Promise<Outcome>,
  { workers = 1, maxTests = Number.POSITIVE_INFINITY, signal, onProgress }: SearchOptions = {},
): Promise<SearchReport & { readonly kept: readonly number[] }> {
  const tests = new TestsSideBySide(test, workers);
  const decided = new Map<string, Outcome>();
  let step = first;
  let stopped: SearchReport['stopped'] = null;
  let repeated = 0;
  try {
    while (step.kind === 'question') {
      const key = candidateKey(step.kept);
      if (signal?.aborted) stopped = 'aborted';
      else if (!decided.has(key) && decided.size >= maxTests) stopped = 'budget';
      if (stopped !== null) break;
      const outcome = tests.outcomeOf(key);
      if (outcome === null) {
        const count = Math.min(workers, maxTests - decided.size);
        for (const [next, { kept }] of lookAhead(step, tests.outcomes, count)) tests.start(next, kept);
        await tests.oneEnded();
        continue;
      }
      if (decided.has(key)) repeated += 1;
      decided.set(key, outcome);
      const { phase } = step;
      step = step.next(outcome === 'same');
      onProgress?.({ phase, tests: decided.size, kept: step.best.length });
    }
  } finally {
    await tests.allEnded();
  }
  const kept = step.best;
  const removals = singleRemovals(kept).map((candidate) => decided.get(candidateKey(candidate)) ?? null);
  return {
    kept,
    proven: removals.every((outcome) => outcome !== null && outcome !== 'same'),
    stopped,
    counts: {
      tests: decided.size,
      unresolved: unresolvedIn([...decided.values()]),
      repeated,
      inVain: tests.started - decided.size,
      removals: {
        tried: removals.filter((outcome) => outcome !== null && outcome !== 'ruled-out').length,
        unresolved: unresolvedIn(removals),
        ruledOut: removals.filter((outcome) => outcome === 'ruled-out').length,
      },
    },
  };
}

function unresolvedIn(outcomes: readonly (Outcome | null)[]): number {
  return outcomes.filter((outcome) => outcome === 'unresolved').length;
}
