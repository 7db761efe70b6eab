import type { ReplayAmbient } from './ambient/replay-ambient.ts';
import type { Ledger } from './ledger/ledger.ts';
import type { PreparedReplay } from './prepare-replay.ts';
import type { Replayer } from './replayer/replayer.ts';

/** What one replay is made of. */
export interface RunParts {
  readonly prepared: PreparedReplay;
  readonly ledger: Ledger;
  readonly replayer: Replayer;
  readonly ambient: ReplayAmbient;
}
