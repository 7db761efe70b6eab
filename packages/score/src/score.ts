import type { Claim, Verdict } from '@stepfork/replay';
import type { Trace } from '@stepfork/trace';
import { claimedReference } from './claimed-reference.ts';
import { type Controls, type Judged, passes, referenceOf, runControls } from './controls.ts';
import { judgeMutants } from './judge-mutants.ts';
import type { MutantResult } from './mutant.ts';
import { type Pin, pinsOf } from './pins.ts';
import type { TestRules } from './reference.ts';
import type { RunTest } from './run-test.ts';
import { defaultThresholds, isPin, type ScoreVerdict, type Thresholds, verdictOfControls, verdictOfMutants } from './score-verdict.ts';
import { judgeSource, type MakeSourceMutants } from './source/judge-source.ts';

/** The test, as far as mutants are made of it. The claim is redacted with the rules of the trace. */
export interface ScoredTest extends TestRules {
  /** The first recording. */
  readonly trunk: Trace;
  readonly hasBuggy: boolean;
  /** The test may expect more than its claim: what the claim does not notice is run, every time. */
  readonly expectsBeyond?: boolean;
}

export interface ScoreOptions {
  /** What is left out is as in `defaultThresholds`. */
  readonly thresholds?: Partial<Thresholds>;
  /** Makes mutants of the agent's source too. */
  readonly source?: MakeSourceMutants;
  /** How many mutants were run so far. */
  readonly onProgress?: (done: number) => void;
}

export interface Score {
  readonly verdict: ScoreVerdict;
  /** What the test claims, redacted. */
  readonly claim: Claim;
  /** The test claims nothing: all that it notices is by what it expects behind `verify`. */
  readonly assertionsOnly: boolean;
  /** No right code is known yet: what is said is said of a run that was made of the claim, and nothing shows that code can come to it. */
  readonly isClaimed: boolean;
  readonly controls: Controls;
  readonly pins: readonly Pin[];
  readonly mutants: readonly MutantResult[];
  /** What a correct change would trip over: the order of calls, the whole output. */
  readonly pinnedTo: readonly string[];
  /** Changes after which the test says that it cannot tell, until there is a fork. */
  readonly needsForkWhen: readonly string[];
  /** The bug was not seen as a failed claim, only as a question that the recording cannot answer. */
  readonly rejectsByDivergenceOnly: boolean;
  /** The text of each file whose mutants were made, by its path. */
  readonly sourceTexts: Readonly<Record<string, string>>;
  /** What mutants were made of: the replay of the right code, or the run that was made of the claim; `null`: nothing. */
  readonly reference: Pick<Judged, 'trace' | 'recording'> | null;
}

/**
 * Says whether a test is pinned to its claim or to the recording, and what it would not notice: controls first, then one change at a time of
 * what the agent did, of what is claimed and of what the world answered.
 *
 * @param run runs the test, and is asked for many runs at once: how many go on at a time is for it to say. The first ones are the controls
 * @throws Error if a control fails that says nothing of the test
 */
export async function score(test: ScoredTest, run: RunTest, options: ScoreOptions = {}): Promise<Score> {
  const controls = await runControls(run, test);
  const early = verdictOfControls(controls);
  const right = passes(controls.reference) ? controls.reference : null;
  if (early === 'not-conclusive') return withoutMutants(early, test, controls, right);
  const reference = right === null ? await claimedReference(controls, test, run) : referenceOf(right, test);
  if (reference === null) return withoutMutants(early ?? 'red-baseline', test, controls, null);
  const { thresholds: given, source, onProgress } = options;
  const thresholds = { ...defaultThresholds, ...given };
  let done = 0;
  const onRun = (): void => onProgress?.(++done);
  const [judged, ofSource] = await Promise.all([
    judgeMutants({ reference, controls, run, expectsBeyond: test.expectsBeyond === true, onRun }),
    source === undefined || right === null ? null : judgeSource({ reference, make: source, run, onRun }),
  ]);
  const mutants = [...judged, ...(ofSource?.mutants ?? [])];
  const pins = pinsOf(mutants);
  return {
    ...withoutMutants((right && early) ?? verdictOfMutants(controls, mutants, pins, thresholds), test, controls, right),
    isClaimed: reference.isClaimed,
    reference: { trace: reference.trace, recording: reference.recording },
    pins,
    mutants,
    sourceTexts: ofSource?.texts ?? {},
    pinnedTo: unique(mutants.filter(isPin).map(({ pin = '' }) => pin)),
    needsForkWhen: unique(
      mutants.flatMap(({ outcome, needsFork }) => (outcome.kind === 'not-executable' && needsFork !== undefined ? [needsFork] : [])),
    ),
  };
}

function withoutMutants(
  verdict: ScoreVerdict,
  { claim, expectsBeyond = false }: ScoredTest,
  controls: Controls,
  reference: Score['reference'],
): Score {
  const { buggy } = controls;
  return {
    verdict,
    claim,
    assertionsOnly: expectsBeyond && Object.keys(claim).length === 0,
    isClaimed: false,
    controls,
    pins: [],
    mutants: [],
    sourceTexts: {},
    pinnedTo: [],
    needsForkWhen: [],
    rejectsByDivergenceOnly: buggy?.kind === 'judged' && isNotExecutable(buggy.verdict),
    reference,
  };
}

function isNotExecutable(verdict: Verdict): boolean {
  return verdict.kind === 'inconclusive' && ['diverged', 'borrowed', 'opaque'].includes(verdict.reason);
}

function unique(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)];
}
