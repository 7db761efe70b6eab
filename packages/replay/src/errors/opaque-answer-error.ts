import { StepforkError } from '@stepfork/trace';

/** What the agent gets where the recorded answer holds a value that could not be carried (a function, a class instance, a cycle). */
export class OpaqueAnswerError extends StepforkError {
  static override readonly name = 'OpaqueAnswerError';

  constructor(kind: string, name: string, type: string, path: string) {
    super(
      'STEPFORK_OPAQUE',
      `the recorded answer of ${kind} ${name} holds a ${type} at ${path === '' ? 'its root' : path} that could not be recorded`,
      {
        hint: 'This refusal comes from the replay, not from the tool; the verdict is inconclusive.',
      },
    );
  }
}
