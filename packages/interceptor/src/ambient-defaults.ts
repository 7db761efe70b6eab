import { randomBytes, randomUUID } from 'node:crypto';

// The real ones, taken when this module is loaded: whoever fakes timers or the clock later, for an agent or in a test, does not stop us.
const { performance, setTimeout, clearTimeout, setImmediate, Date: RealDate } = globalThis;

export const now = (): number => performance.now();

export const startTime = (): string => new RealDate().toISOString();

export const freshId = (): string => randomUUID();

export const freshKey = (): Uint8Array => randomBytes(32);

export const environment = (): Readonly<Record<string, string | undefined>> => process.env;

export const nodeVersion = (): string => process.versions.node;

/** Resolves when all that is ready to run now has run. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Calls `body` after `ms`; the returned function takes that back. */
export function later(ms: number, body: () => void): () => void {
  const timer = setTimeout(body, ms);
  return () => clearTimeout(timer);
}
