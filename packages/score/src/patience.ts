// The real ones, taken when this module is loaded: a test may fake timers.
const { setTimeout, clearTimeout } = globalThis;

/** Calls `body` after `ms`; the returned function takes that back. */
export type Later = (ms: number, body: () => void) => () => void;

export const later: Later = (ms, body) => {
  const timer = setTimeout(body, ms);
  return () => clearTimeout(timer);
};

/** Waits for something, but only so long at a time: while it is held, no time counts. */
export interface Patience {
  /** Resolves when the time is up. */
  readonly isUp: Promise<void>;
  readonly hold: () => void;
  /** Begins to count from nothing. */
  readonly count: (ms: number) => void;
}

export function patience(wait: Later): Patience {
  let up = (): void => {};
  let cancel = (): void => {};
  const isUp = new Promise<void>((resolve) => {
    up = resolve;
  });
  const hold = (): void => cancel();
  const count = (ms: number): void => {
    cancel();
    cancel = wait(ms, up);
  };
  return { isUp, hold, count };
}
