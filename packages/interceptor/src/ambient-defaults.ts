import { randomBytes, randomUUID } from 'node:crypto';

// The real ones, taken when this module is loaded: whoever fakes timers or the clock later, for an agent or in a test, does not stop us.
const { performance, setTimeout, clearTimeout, setImmediate, Date: RealDate } = globalThis;
const readPerformance = performance.now.bind(performance);
const realUuid = randomUUID;
const realBytes = randomBytes;
const nextTick = process.nextTick.bind(process);

export const now = (): number => readPerformance();

export const startTime = (): string => new RealDate().toISOString();

export const freshId = (): string => realUuid();

export const freshKey = (): Uint8Array => realBytes(32);

export const environment = (): Readonly<Record<string, string | undefined>> => process.env;

export const nodeVersion = (): string => process.versions.node;

/** On stderr, as Node says it; a program may listen to it. */
export const warn = (message: string): void => process.emitWarning(message, 'StepforkWarning');

/** Resolves when all that is ready to run now has run. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Calls `body` when all that is ready to run now has run. */
export const soon = (body: () => void): void => void setImmediate(body);

/** Calls `body` in this turn of the event loop, when what `fetch` was given in it has left: a `fetch` that waits for an immediate has asked for it before us. */
export const afterSending = (body: () => void): void => nextTick(setImmediate, body);

/** Kinds of what keeps the process alive, each as often as there is one. */
export const activeResources = (): readonly string[] => process.getActiveResourcesInfo();

let running = 0;

/** Timers of ours that are on. */
export const ownTimers = (): number => running;

/** Calls `body` after `ms`; the returned function takes that back. */
export function later(ms: number, body: () => void): () => void {
  let isOn = true;
  running += 1;
  const over = (): void => {
    if (isOn) running -= 1;
    isOn = false;
  };
  const timer = setTimeout(() => {
    over();
    body();
  }, ms);
  return () => {
    over();
    clearTimeout(timer);
  };
}

/** Puts another object in the place of `process.env`; the returned function takes that back. */
export function replaceEnvironment(make: (env: NodeJS.ProcessEnv) => NodeJS.ProcessEnv): () => void {
  const { env } = process;
  const replaced = make(env);
  process.env = replaced;
  return () => {
    if (process.env === replaced) process.env = env;
  };
}
