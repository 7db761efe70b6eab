import type { LiveCall } from '@stepfork/interceptor';
import type { NotRun } from './divergence.ts';
import type { Question } from './ledger.ts';

/** What may be run for real while a fork is made. */
export interface Demand {
  /** Why an unseen call must not run; `null`: it may. */
  refuses(call: LiveCall, isAfterEffect: boolean): NotRun | null;
  /** The recorded answer of this question is not enough: it counts as unseen. */
  asksAnew(question: Question): boolean;
}
