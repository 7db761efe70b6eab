import type { TestCase } from '@stepfork/replay';
import type { TestRun } from './run-test.ts';

/** The test case with that part of it changed which can be. */
export function changedCase(testCase: TestCase, change: TestRun['change']): TestCase {
  return {
    ...testCase,
    ...(change?.kind === 'claim' && { claim: change.claim }),
    ...(change?.kind === 'recording' && { traces: { trunk: change.trace, forks: [], sealed: true, damage: null } }),
  };
}
