import type { PreparedReplay } from './prepare-replay.ts';
import type { Replay } from './replay-result.ts';
import { answeredIn } from './replay-sources.ts';

/** What came of following one recording. */
export interface Followed {
  readonly replay: Replay;
  /** No other recording needs to be tried. */
  readonly isConclusive: boolean;
}

/**
 * Follows the recordings one after the other, each with its own clock and chance, until one is conclusive; if none is, gives the one that
 * answered most (of equals the first). A replay follows one recording, never a mixture.
 */
export async function inTurn<T extends Followed>(
  recordings: readonly [PreparedReplay, ...PreparedReplay[]],
  follow: (prepared: PreparedReplay) => Promise<T>,
): Promise<T> {
  const [trunk, ...forks] = recordings;
  let most = await follow(trunk);
  for (const fork of forks) {
    if (most.isConclusive) return most;
    const next = await follow(fork);
    if (next.isConclusive || answeredIn(next.replay) > answeredIn(most.replay)) most = next;
  }
  return most;
}
