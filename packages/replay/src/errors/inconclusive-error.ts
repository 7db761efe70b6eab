import { StepforkError } from '@stepfork/trace';
import type { Inconclusive } from '../judging/verdict.ts';

/** The replay could not tell whether the claim holds. Neither a failure of the agent nor a skip. */
export class InconclusiveError extends StepforkError {
  static override readonly name = 'InconclusiveError';
  readonly verdict: Inconclusive;

  constructor(message: string, hint: string, verdict: Inconclusive) {
    super('STEPFORK_INCONCLUSIVE', message, { hint });
    this.verdict = verdict;
  }
}
