import type { ForkOptions } from '@stepfork/replay';
import type { TestOptions } from '../options/test-options.ts';

/** Real models take their time; the library's default is meant for replays, which wait for nobody. */
const liveTimeoutMs = 300_000;

/** The rules of a run in which named calls run for real: those of a replay, with more time. */
export function liveRules(options: TestOptions): TestOptions & Pick<ForkOptions, 'timeoutMs'> {
  return { timeoutMs: liveTimeoutMs, ...options };
}
