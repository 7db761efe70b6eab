import type { RechunkedStream } from '../receipt.ts';
import { rechunk } from './rechunk.ts';
import type { Streamed } from './recorded-stream.ts';
import { seeded } from './seeded.ts';

export interface CutElsewhere {
  readonly outcome: Streamed;
  /** Chance for whoever makes bytes of the chunks and cuts these; once asked for, the receipt says so. */
  readonly cutBy: () => number;
  /** What was cut, as far as the agent has read. */
  readonly receipt: RechunkedStream;
}

/** The answer of one actual call with other cuts, the same for the same seed. */
export function cutElsewhere(recorded: Streamed, seed: string, step: number): CutElsewhere {
  const { outcome, paths } = rechunk(recorded, `${seed} ${step}`);
  const cut = [...paths];
  const random = seeded(`${seed} ${step} bytes`);
  return {
    outcome,
    cutBy: () => {
      if (!cut.includes('')) cut.push('');
      return random();
    },
    receipt: { step, paths: cut, chunks: { recorded: recorded.chunks.length, given: outcome.chunks.length } },
  };
}
