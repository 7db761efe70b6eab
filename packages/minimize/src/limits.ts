/** What may be spent on a search. */
export interface Limits {
  readonly maxReplays?: number;
  readonly signal?: AbortSignal;
}

export type Stopped = 'budget' | 'aborted';

/** Counts replays and says when to stop: the only mutable state that all passes share. */
export interface Spending {
  readonly replays: number;
  readonly stopped: Stopped | null;
  /** Aborted as soon as the search is to end. */
  readonly signal: AbortSignal;
  /** Takes down that a replay begins; `false`: none may. */
  spend(): boolean;
  /** Takes down one that is made even when the search has ended: without it nothing could be said of the best so far. */
  always(): void;
}

export function createSpending({ maxReplays = Number.POSITIVE_INFINITY, signal }: Limits): Spending {
  const end = new AbortController();
  let replays = 0;
  let stopped: Stopped | null = null;
  const stop = (why: Stopped): void => {
    stopped ??= why;
    end.abort();
  };
  // A limit of time ends with this name, whoever made the signal.
  const heed = (): void => stop((signal?.reason as Error | undefined)?.name === 'TimeoutError' ? 'budget' : 'aborted');
  if (signal?.aborted) heed();
  signal?.addEventListener('abort', heed, { once: true });
  return {
    get replays() {
      return replays;
    },
    get stopped() {
      return stopped;
    },
    signal: end.signal,
    spend() {
      if (stopped === null && replays >= maxReplays) stop('budget');
      if (stopped !== null) return false;
      replays += 1;
      return true;
    },
    always() {
      replays += 1;
    },
  };
}
