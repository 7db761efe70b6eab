import type { Trace } from '../trace.ts';

const seals = new WeakMap<Trace, string>();

export function rememberSeal(trace: Trace, sha256: string): void {
  seals.set(trace, sha256);
}

/** The SHA-256, in hexadecimal digits, by which a trace that was read is sealed in its file; `null` for any other. */
export function sealOf(trace: Trace): string | null {
  return seals.get(trace) ?? null;
}
