import { fetchSlot } from './fetch-slot.ts';

/** The global `fetch` without ours in front of it. */
export function realFetch(): typeof globalThis.fetch {
  const { patch } = fetchSlot();
  return patch !== null && globalThis.fetch === patch.patched ? patch.original : globalThis.fetch;
}
