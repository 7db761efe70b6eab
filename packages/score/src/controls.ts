import { type Claim, judge, type PolicyRules } from '@stepfork/replay';
import type { Trace } from '@stepfork/trace';
import type { Reference } from './reference.ts';
import type { RunTest, TestEnd } from './run-test.ts';

export type Judged = Extract<TestEnd, { readonly kind: 'judged' }>;

/** What must hold before anything can be said of a test. Which side the recording is from is computed, not asked. */
export interface Controls {
  readonly reference: TestEnd;
  /** `null`: no buggy code is known. */
  readonly buggy: TestEnd | null;
  /** The first recording, judged: a run of the buggy code violates the claim. */
  readonly trunk: 'violates-claim' | 'satisfies-claim';
  /** Runs that it took. */
  readonly replays: number;
}

export interface ControlsOptions {
  readonly claim: Claim;
  readonly trunk: Trace;
  readonly hasBuggy: boolean;
}

/**
 * Runs the right code, the same once more with a copy of its recording in the place of the recording, and the buggy code.
 *
 * @throws Error if the copy does not pass where the recording did: then no mutant can be trusted
 */
export async function runControls(run: RunTest, { claim, trunk, hasBuggy }: ControlsOptions): Promise<Controls> {
  const reference = await run({ side: 'reference', change: null });
  const side = judge(trunk, claim).length > 0 ? 'violates-claim' : 'satisfies-claim';
  if (!passes(reference)) return { reference, buggy: null, trunk: side, replays: 1 };
  const copy = structuredClone(reference.recording as unknown) as Trace;
  const identity = await run({ side: 'reference', change: { kind: 'recording', trace: copy } });
  if (!passes(identity)) throw controlFailed(identity);
  const buggy = hasBuggy ? await run({ side: 'buggy', change: null }) : null;
  return { reference, buggy, trunk: side, replays: hasBuggy ? 3 : 2 };
}

export function passes(end: TestEnd): end is Judged {
  return end.kind === 'judged' && end.verdict.kind === 'pass';
}

/** What mutants are made of. */
export function referenceOf(
  { trace, recording, receipt }: Judged,
  test: { readonly claim: Claim; readonly policies?: PolicyRules; readonly order?: 'keyed' | 'recorded' },
): Reference {
  const madeUp = receipt.entries.flatMap(({ step, how }) => (how === 'declared' || how === 'borrowed' ? [step] : []));
  const { claim, policies = {}, order = 'keyed' } = test;
  return { claim, policies, order, trace, recording, madeUp: new Set(madeUp) };
}

/** A fault of ours, or of how the test is run: nothing can be said of the test. */
function controlFailed(end: TestEnd): Error {
  const what = end.kind === 'judged' ? end.verdict.kind : end.kind;
  return new Error(`a replay of a copy of the recording ended with ${what}, where the recording passed`);
}
