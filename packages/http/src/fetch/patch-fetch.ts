import { createFetch } from './create-fetch.ts';
import { fetchSlot } from './fetch-slot.ts';

/** Puts ours in the place of the global `fetch`, once in a process, also where two copies of this package are loaded. `false`: it was there already. */
export function patchFetch(): boolean {
  const slot = fetchSlot();
  if (slot.patch !== null) return false;
  const original = globalThis.fetch;
  const patched = createFetch({ fetch: original });
  slot.patch = { patched, original };
  globalThis.fetch = patched;
  return true;
}
