import { watchBlocked } from './watch-blocked.ts';

/** Why a run was given up. */
export type Interruption =
  | { readonly kind: 'signal'; readonly signal: 'SIGINT' | 'SIGTERM' | 'SIGHUP' }
  | { readonly kind: 'timeout' }
  | { readonly kind: 'stalled' };

// Taken before the agent's module can replace them.
const { setTimeout: startTimer, clearTimeout: stopTimer } = globalThis;

export interface Interruptions {
  readonly signal: AbortSignal;
  readonly happened: () => Interruption | null;
  readonly forget: () => void;
}

/** Turns Ctrl-C, a time limit, and an agent that waits for what can no longer happen into one abort signal. */
export function watchInterruptions(timeoutMs: number | undefined): Interruptions {
  const controller = new AbortController();
  let first: Interruption | null = null;
  const interrupt = (interruption: Interruption): void => {
    first ??= interruption;
    controller.abort();
  };
  const onSigint = (): void => interrupt({ kind: 'signal', signal: 'SIGINT' });
  const onSigterm = (): void => interrupt({ kind: 'signal', signal: 'SIGTERM' });
  const onSighup = (): void => interrupt({ kind: 'signal', signal: 'SIGHUP' });
  const onIdle = (): void => interrupt({ kind: 'stalled' });
  // Once: a second Ctrl-C ends the process at once. The trace is readable even then.
  process.once('SIGINT', onSigint);
  process.once('SIGTERM', onSigterm);
  process.once('SIGHUP', onSighup);
  process.once('beforeExit', onIdle);
  const timer = timeoutMs === undefined ? null : startTimer(() => interrupt({ kind: 'timeout' }), timeoutMs);
  // Code that never awaits hears none of these. At least Ctrl-C then ends the process; what was recorded by then is in the file.
  const stopWatch = watchBlocked({ limitMs: null, onLimit: () => {} });
  return {
    signal: controller.signal,
    happened: () => first,
    forget: () => {
      stopWatch();
      process.off('SIGINT', onSigint);
      process.off('SIGTERM', onSigterm);
      process.off('SIGHUP', onSighup);
      process.off('beforeExit', onIdle);
      if (timer !== null) stopTimer(timer);
    },
  };
}
