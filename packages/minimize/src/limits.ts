/** What may be spent on a search. */
export interface Limits {
  /** All are counted, those of the last check too. */
  readonly maxReplays?: number;
  readonly maxTimeMs?: number;
  /** Aborts after so many milliseconds. Default: by the clock of this machine. */
  readonly timeout?: (ms: number) => AbortSignal;
  readonly signal?: AbortSignal;
}

export type Stopped = 'budget' | 'aborted';

/** Counts replays and says when to stop: the only mutable state that all passes share. */
export interface Spending {
  readonly replays: number;
  readonly stopped: Stopped | null;
  /** Aborted as soon as the search is to end. */
  readonly signal: AbortSignal;
  /** From now on so many are set aside for a check of the best so far, without which nothing could be said of it. */
  setAside(replays: number): void;
  /** Takes down that a replay begins; `false`: none may. */
  spend(): boolean;
  /** Whether what was set aside is still there. */
  mayCheck(): boolean;
  /** Takes down one of a check, which is made even when the search has ended. */
  always(): void;
}

export function createSpending(limits: Limits): Spending {
  const { maxReplays = Number.POSITIVE_INFINITY, maxTimeMs, timeout = (ms) => AbortSignal.timeout(ms), signal } = limits;
  const end = new AbortController();
  let replays = 0;
  let aside = 0;
  let stopped: Stopped | null = null;
  const stop = (why: Stopped): void => {
    stopped ??= why;
    end.abort();
  };
  if (maxTimeMs !== undefined) heed(timeout(maxTimeMs), () => stop('budget'));
  if (signal !== undefined) heed(signal, () => stop('aborted'));
  return {
    get replays() {
      return replays;
    },
    get stopped() {
      return stopped;
    },
    signal: end.signal,
    setAside(count) {
      aside = count;
    },
    mayCheck() {
      if (replays + aside > maxReplays) stop('budget');
      return replays + aside <= maxReplays;
    },
    spend() {
      if (stopped === null && replays + aside >= maxReplays) stop('budget');
      if (stopped !== null) return false;
      replays += 1;
      return true;
    },
    always() {
      replays += 1;
    },
  };
}

function heed(signal: AbortSignal, ended: () => void): void {
  if (signal.aborted) ended();
  else signal.addEventListener('abort', ended, { once: true });
}
