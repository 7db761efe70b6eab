import { StepforkError } from '@stepfork/trace';

/**
 * What the agent gets for a call that no recorded step answers. It may well be swallowed: the replay has latched the divergence before, so
 * this error never decides a verdict.
 */
export class DivergenceError extends StepforkError {
  static override readonly name = 'DivergenceError';

  constructor(kind: string, name: string, why: string) {
    super('STEPFORK_DIVERGED', `the recording has no answer for this call of ${kind} ${name}: ${why.replaceAll('-', ' ')}`, {
      hint: 'This refusal comes from the replay, not from the tool; the verdict is inconclusive.',
    });
  }
}
