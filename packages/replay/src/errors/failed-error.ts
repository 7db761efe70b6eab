import { type Json, StepforkError } from '@stepfork/trace';
import type { Finding } from '../judging/verdict.ts';

/** The claim does not hold. `expected` and `actual` are those of the first finding, so that a test runner prints its own diff. */
export class FailedError extends StepforkError {
  static override readonly name = 'FailedError';
  readonly findings: readonly Finding[];
  readonly expected: Json | undefined;
  readonly actual: Json | undefined;

  /** @param cause what the agent threw */
  constructor(message: string, hint: string, findings: readonly Finding[], cause: Error | null = null) {
    super('STEPFORK_FAILED', message, { hint, ...(cause !== null && { cause }) });
    this.findings = findings;
    this.expected = findings[0]?.expected;
    this.actual = findings[0]?.actual;
  }
}
