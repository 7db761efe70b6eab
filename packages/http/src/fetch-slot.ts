type Fetch = typeof globalThis.fetch;

/** What all copies of this package in one process share. Its shape may change only together with `protocol`. */
export interface FetchSlot {
  readonly protocol: number;
  /** Our `fetch` in the place of the global one; `null`: it is not there. */
  patch: { readonly patched: Fetch; readonly original: Fetch } | null;
}

const key: unique symbol = Symbol.for('stepfork.http') as never;

export function fetchSlot(): FetchSlot {
  const shared = globalThis as { [key]?: FetchSlot };
  shared[key] ??= { protocol: 1, patch: null };
  return shared[key];
}
