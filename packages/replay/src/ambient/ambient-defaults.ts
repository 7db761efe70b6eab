import { StepforkError } from '@stepfork/trace';

// The real ones, taken when this module is loaded: whoever fakes timers or chance later, for an agent or in a test, does not stop us.
const { crypto } = globalThis;

export const freshKey = (): Uint8Array => crypto.getRandomValues(new Uint8Array(32));

export const environment = (): Record<string, string | undefined> => process.env;

// One that knows its timers as ours: they wake no agent, whatever replay they belong to.
export { later, realNow } from '@stepfork/interceptor';

/**
 * While a replay runs, one of our refusals in a promise that the agent drops does not bring the process down: the replay has counted it.
 * Every other rejection is treated as without us. The returned function takes that back.
 */
export function forgiveRefusals(): () => void {
  replays += 1;
  if (replays === 1) process.on('unhandledRejection', onRejection);
  return () => {
    replays -= 1;
    if (replays === 0) process.off('unhandledRejection', onRejection);
  };
}

let replays = 0;

function onRejection(reason: unknown): void {
  // A listener is taken for a handler, so that where there is no other one the process would go on.
  if (!StepforkError.isInstance(reason) && process.listenerCount('unhandledRejection') === 1) throw reason;
}
