/**
 * The command was asked wrongly. Thrown before anything runs.
 *
 * No StepforkError: that would load the whole of @stepfork/trace at every start.
 */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  /** What to do about it: one sentence or a command to type. */
  readonly hint: string;

  constructor(message: string, hint: string, options: { readonly cause?: unknown } = {}) {
    super(message, options);
    this.hint = hint;
  }
}
