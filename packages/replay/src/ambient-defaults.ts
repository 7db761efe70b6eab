// The real ones, taken when this module is loaded: whoever fakes timers or chance later, for an agent or in a test, does not stop us.
const { setTimeout, clearTimeout, crypto } = globalThis;

export const freshKey = (): Uint8Array => crypto.getRandomValues(new Uint8Array(32));

/** Calls `body` after `ms`; the returned function takes that back. */
export function later(ms: number, body: () => void): () => void {
  const timer = setTimeout(body, ms);
  return () => clearTimeout(timer);
}
