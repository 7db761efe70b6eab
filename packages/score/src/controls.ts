import { type Claim, judge } from '@stepfork/replay';
import type { Trace } from '@stepfork/trace';
import { plainOutcome } from './plain-outcome.ts';
import type { Reference, TestRules } from './reference.ts';
import type { RunTest, TestEnd, TestRun } from './run-test.ts';

export type Judged = Extract<TestEnd, { readonly kind: 'judged' }>;

/** What must hold before anything can be said of a test. Which side the recording is from is computed, not asked. */
export interface Controls {
  readonly reference: TestEnd;
  /** The same from a copy of its recording; `null`: it was not run. */
  readonly copy: TestEnd | null;
  /** `null`: no buggy code is known. */
  readonly buggy: TestEnd | null;
  /** The first recording, judged: a run of the buggy code violates the claim. `unknown`: the test was to be asked, and came to no conclusion. */
  readonly trunk: 'violates-claim' | 'satisfies-claim' | 'unknown';
  /** Runs that it took. */
  readonly replays: number;
}

export interface ControlsOptions {
  readonly claim: Claim;
  readonly trunk: Trace;
  readonly hasBuggy: boolean;
  /** The test may expect more than its claim: then it is asked about the recording, which judging the claim does not answer. */
  readonly expectsBeyond?: boolean;
}

type Controlling = Pick<ControlsOptions, 'claim' | 'trunk' | 'expectsBeyond'>;

/**
 * Runs the right code, the same once more with a copy of its recording in the place of the recording, and the buggy code.
 *
 * @throws Error if the copy fails where the recording did not: then no mutant can be trusted
 */
export async function runControls(run: RunTest, { hasBuggy, ...test }: ControlsOptions): Promise<Controls> {
  let replays = 0;
  const counted: RunTest = (next) => {
    replays += 1;
    return run(next);
  };
  const reference = await counted({ side: 'reference', change: null });
  const copy = passes(reference) ? await counted({ side: 'reference', change: copied(reference) }) : null;
  if (copy !== null && !passes(copy) && plainOutcome(copy).kind !== 'timed-out') throw controlFailed(copy);
  const buggy = hasBuggy && copy !== null && passes(copy) ? await counted({ side: 'buggy', change: null }) : null;
  const trunk = await sideOf(test, reference.kind === 'timed-out' ? null : counted);
  return { reference, copy, buggy, trunk, replays };
}

function copied({ recording }: Judged): TestRun['change'] {
  return { kind: 'recording', trace: structuredClone(recording as unknown) as Trace };
}

/** Of what the claim does not say, the test itself is asked, as if the agent had done what was recorded. */
async function sideOf({ claim, trunk, expectsBeyond }: Controlling, run: RunTest | null): Promise<Controls['trunk']> {
  if (judge(trunk, claim).length > 0) return 'violates-claim';
  if (expectsBeyond !== true) return 'satisfies-claim';
  if (run === null) return 'unknown';
  const { steps, outcome } = trunk;
  const asked = await run({ side: 'reference', change: { kind: 'conduct', edit: { kind: 'run', steps, outcome } } });
  if (passes(asked)) return 'satisfies-claim';
  return plainOutcome(asked).kind === 'killed' ? 'violates-claim' : 'unknown';
}

export function passes(end: TestEnd): end is Judged {
  return end.kind === 'judged' && end.verdict.kind === 'pass';
}

/** What mutants are made of. */
export function referenceOf({ trace, recording, receipt }: Judged, { claim, policies = {}, order = 'keyed' }: TestRules): Reference {
  const madeUp = receipt.entries.flatMap(({ step, how }) => (how === 'declared' || how === 'borrowed' ? [step] : []));
  return { claim, policies, order, trace, recording, madeUp: new Set(madeUp), isClaimed: false };
}

/** A fault of ours, or of how the test is run: nothing can be said of the test. */
function controlFailed(end: TestEnd): Error {
  const what = end.kind === 'judged' ? end.verdict.kind : end.kind;
  return new Error(`a replay of a copy of the recording ended with ${what}, where the recording passed`);
}
