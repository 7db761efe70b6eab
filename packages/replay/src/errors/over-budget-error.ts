import { StepforkError } from '@stepfork/trace';

/** What the agent gets for the first call beyond `maxCalls`. */
export class OverBudgetError extends StepforkError {
  static override readonly name = 'OverBudgetError';

  constructor(maxCalls: number) {
    super('STEPFORK_OVER_BUDGET', `the replayed run made more than ${maxCalls} calls`, {
      hint: 'This refusal comes from the replay; raise maxCalls if so many calls are right.',
    });
  }
}
