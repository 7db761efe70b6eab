import type { Step } from '@stepfork/trace';
import type { Ledger } from '../ledger/ledger.ts';
import type { AnsweredBy } from '../receipt.ts';

/** The recorded step that answers; `null`: none does. */
export function recordedStep(by: AnsweredBy, ledger: Ledger): Step | null {
  return 'from' in by && by.from !== null ? (ledger.index().steps[by.from] ?? null) : null;
}
