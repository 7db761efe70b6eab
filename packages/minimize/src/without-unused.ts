import type { Replay } from '@stepfork/replay';
import type { Trace } from '@stepfork/trace';
import type { ForksBeside } from './forks-beside.ts';
import { keepSteps } from './keep-steps.ts';
import type { Oracle } from './oracle.ts';

/** What a replay did not ask for can go without a search, where the rest alone is replayed in the same way. */
export async function withoutUnused(recording: Trace, { receipt }: Replay, oracle: Oracle, forks: ForksBeside): Promise<Trace> {
  const unused = new Set(receipt.unused);
  if (unused.size === 0) return recording;
  const rest = keepSteps(recording, ({ index, parent }) => parent !== null || !unused.has(index));
  const fork = forks.get(recording);
  if (fork !== undefined) forks.set(rest, fork);
  return (await oracle.check(rest)) === null ? rest : recording;
}
