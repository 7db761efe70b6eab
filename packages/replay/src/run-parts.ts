import type { Ledger } from './ledger.ts';
import type { PreparedReplay } from './prepare-replay.ts';
import type { ReplayAmbient } from './replay-ambient.ts';
import type { Replayer } from './replayer.ts';

/** What one replay is made of. */
export interface RunParts {
  readonly prepared: PreparedReplay;
  readonly ledger: Ledger;
  readonly replayer: Replayer;
  readonly ambient: ReplayAmbient;
}
