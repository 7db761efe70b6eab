import { type ProcessWide, processWide } from '@stepfork/trace';

type Fetch = typeof globalThis.fetch;

/** What all copies of this package in one process share. Its shape may change only together with `protocol`. */
interface FetchSlot extends ProcessWide {
  /** Our `fetch` in the place of the global one; `null`: it is not there. */
  patch: { readonly patched: Fetch; readonly original: Fetch } | null;
}

const protocol = 1;
const key: unique symbol = Symbol.for('stepfork.http') as never;

export function fetchSlot(): FetchSlot {
  found ??= processWide<FetchSlot>('@stepfork/http', key, protocol, () => ({ patch: null }));
  return found;
}

let found: FetchSlot | null = null;
