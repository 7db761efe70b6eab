/** Whether one more worker is worth its start, by what jobs took so far. */
export interface WorthOfWorkers {
  /** A job has ended after so long; `isFirst`: of its worker, which had to start and to load the agent for it. */
  readonly took: (ms: number, isFirst: boolean) => void;
  /** `queued` jobs wait behind `busy` workers. */
  readonly isWorth: (queued: number, busy: number) => boolean;
}

/**
 * A start costs processor time that those at work would have: it has to be won back twice over. Until a worker has done two jobs nobody knows. Of
 * several the longest does not count: its answer may have waited for this process, while that was busy with something else.
 */
export function worthOfWorkers(): WorthOfWorkers {
  let firstMs: number | null = null;
  let laterMs = 0;
  let longestMs = 0;
  let later = 0;
  return {
    took: (ms, isFirst) => {
      if (isFirst) {
        firstMs ??= ms;
        return;
      }
      laterMs += ms;
      longestMs = Math.max(longestMs, ms);
      later += 1;
    },
    isWorth: (queued, busy) => firstMs !== null && later > 0 && (queued * eachMs()) / busy > 2 * firstMs,
  };

  function eachMs(): number {
    return later > 2 ? (laterMs - longestMs) / (later - 1) : laterMs / later;
  }
}
