import { StepforkError } from '@stepfork/trace';
import type { TestEnd, TestRun } from './run-test.ts';

/**
 * A changed recording may be one that no replay takes on: its model asks for a tool that nobody has, and is told what came of it. Then this change
 * was not executed, and nothing else is wrong. What is refused without a change, or under another one, is thrown on.
 */
export async function unlessRefused<End>(
  change: TestRun['change'],
  run: () => Promise<End>,
): Promise<End | Extract<TestEnd, { readonly kind: 'crashed' }>> {
  try {
    return await run();
  } catch (error) {
    // By its code: an error that comes out of a worker has lost its class.
    if (change?.kind !== 'recording' || !StepforkError.isInstance(error) || error.code !== 'STEPFORK_CONFIGURATION') throw error;
    return { kind: 'crashed', message: error.message };
  }
}
