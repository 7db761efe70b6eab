import { type ProcessWide, processWide } from '@stepfork/trace';
import type { Check, check } from './check.ts';
import type { ReplayOptions } from './replay-options.ts';
import type { runReplay } from './run-replay.ts';
import type { TestCase } from './test-case.ts';

/**
 * Who scores the tests of this process: runs each of them many times, and answers `verify` in the place of `check`, which it is given, since the
 * test may have another copy of this package.
 */
export type TestScorer = (
  testCase: TestCase,
  options: Pick<ReplayOptions, 'signal' | 'redactor'>,
  own: { readonly check: typeof check; readonly runReplay: typeof runReplay },
) => Promise<Check>;

interface Slot extends ProcessWide {
  scorer: TestScorer | null;
}

/** From now on `verify` asks this one, in every copy of this package; `null`: nobody scores. */
export function setTestScorer(scorer: TestScorer | null): void {
  slot().scorer = scorer;
}

export function testScorer(): TestScorer | null {
  return slot().scorer;
}

function slot(): Slot {
  return processWide<Slot>('@stepfork/replay', Symbol.for('stepfork.test-scorer'), 1, () => ({ scorer: null }));
}
