import { model, record, tool } from '@stepfork/interceptor';
import type { Agent } from '@stepfork/replay';
import type { Trace } from '@stepfork/trace';

/** One entry that the agent looks up, a turn each. */
export interface Entry {
  readonly id: number;
  readonly cents: number;
  /** All that are have to be there for the failure that was recorded. */
  readonly isNeeded: boolean;
  /** Where one of these is missing, another failure shows first. */
  readonly isGuard: boolean;
  /** It is asked for with what the answer about this one said. */
  readonly after: number | null;
}

/** What goes wrong in the end. */
export type Ending = 'throws' | 'sums-up';

type Order = { readonly id: number; readonly after: number | null } | null;

let world: readonly Entry[] | null = null;
let asked = 0;

// The bodies answer while a run is recorded; a replay calls none of them.
const nextOrder = model('planner', async (_request: { readonly ask: string }): Promise<Order> => {
  const entry = recorded()[asked++];
  return entry === undefined ? null : { id: entry.id, after: entry.after };
});
const lookUp = tool('look_up', async ({ id }: { readonly id: number; readonly key: string | null }) => {
  const entry = recorded()[id];
  if (entry === undefined) throw new Error(`no entry ${id}`);
  return { ...entry, key: `key-${id}` };
});

function recorded(): readonly Entry[] {
  if (world === null) throw new Error('nobody answers: this is a replay');
  return world;
}

/** Asks for one entry after the other, then fails as its ending says, or not if it is fixed. `asks` is all that a planner is asked. */
export function ledgerAgent(entries: readonly Entry[], ending: Ending, { fixed = false, asks = 'next' } = {}): Agent {
  const guards = entries.filter(({ isGuard }) => isGuard).length;
  const needed = entries.filter(({ isNeeded }) => isNeeded).length;
  return async () => {
    const seen = new Map<number, Entry & { readonly key: string }>();
    for (let order = await nextOrder({ ask: asks }); order !== null; order = await nextOrder({ ask: asks })) {
      const key = order.after === null ? null : (seen.get(order.after)?.key ?? null);
      seen.set(order.id, (await lookUp({ id: order.id, key })) as Entry & { readonly key: string });
    }
    const all = [...seen.values()];
    if (ending === 'sums-up') {
      return { total: all.reduce((sum, { cents, isNeeded }) => sum + (isNeeded && !fixed ? Math.floor(cents / 100) : cents), 0) };
    }
    if (all.filter(({ isGuard }) => isGuard).length < guards) throw new TypeError('the books are not closed');
    if (all.filter(({ isNeeded }) => isNeeded).length === needed && !fixed) throw new RangeError('over the limit');
    return { entries: all.length };
  };
}

export async function recordLedger(entries: readonly Entry[], agent: Agent): Promise<Trace> {
  [world, asked] = [entries, 0];
  try {
    return await record(agent, null);
  } finally {
    world = null;
  }
}
