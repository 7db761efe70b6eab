import { type Claim, type TestCase, type Verdict, verdictOf } from '@stepfork/replay';
import { canonicalJson, encodeValue, type Json, type Trace } from '@stepfork/trace';
import type { Judged } from '../controls.ts';
import type { TestEnd, TestRun } from '../run-test.ts';
import { digest } from './digest.ts';
import type { RememberedRun, RunMemory } from './run-memory.ts';

export interface Remembering {
  readonly memory: RunMemory;
  readonly claim: Claim;
  readonly recordings: readonly Trace[];
  readonly rules: Omit<TestCase, 'traces' | 'agent' | 'claim'>;
  /** Called once for each run: whether it was known. */
  readonly onRun?: ((known: boolean) => void) | undefined;
}

/** Runs a test, or says from memory how it ended. */
export type Recall = <End extends TestEnd>(next: TestRun, run: () => Promise<End>) => Promise<End | Judged>;

/**
 * Takes the end of a run from an earlier score where all that decided it is the same. Under another claim its replay is judged anew, which takes
 * no replay, where that verdict can hang on nothing else.
 */
export function recallRuns({ memory, claim: plain, recordings, rules, onRun }: Remembering): Recall {
  const world = digest(canonicalJson({ recordings, rules: encodeValue(rules) } as unknown as Json));
  return async ({ side, change }, run) => {
    const key = digest(JSON.stringify([world, side, change?.kind === 'source' ? withoutFolder(change) : change]));
    const claim = change?.kind === 'claim' ? change.claim : plain;
    const kept = memory.find(key);
    const known = kept && judgedUnder(claim, kept, { change, recordings: change?.kind === 'recording' ? [change.trace] : recordings });
    onRun?.(known !== null);
    const end = known ?? (await run());
    if (isLasting(end)) {
      const { kind: _, recording: __, verdict, ...replay } = end;
      memory.keep(key, { claim: canonicalJson(claim as Json), verdict, replay });
    }
    return end;
  };
}

/** Texts lie in another folder each time. */
function withoutFolder({ source: { texts, ...variant } }: Extract<TestRun['change'], { readonly kind: 'source' }>): unknown {
  return { texts: texts.digest, ...variant };
}

/** `null`: it has to be run. */
function judgedUnder(
  claim: Claim,
  run: RememberedRun,
  { change, recordings }: Pick<TestRun, 'change'> & { readonly recordings: readonly Trace[] },
): Judged | null {
  const recording = recordings.find((one) => one.run.id === run.replay.receipt.recording.run);
  if (recording === undefined) return null;
  const end: Judged = { kind: 'judged', verdict: run.verdict, ...run.replay, recording };
  if (run.claim === canonicalJson(claim as Json)) return end;
  // Whether the code does the same each time is asked of the controls, and what the other claim did not speak of may have been otherwise.
  if (change === null && end.isSteady !== true) return null;
  const { entries, recording: followed } = end.receipt;
  if (entries.some(({ how }) => how === 'borrowed')) return null;
  const verdict = verdictOf(end, claim);
  // Of several recordings the claim decides which is followed: the first one, as long as it can tell.
  const isFollowed = recordings.length === 1 || (followed.place === 0 && isConclusive(run.verdict) && isConclusive(verdict));
  return isFollowed ? { ...end, verdict } : null;
}

function isConclusive({ kind }: Verdict): boolean {
  return kind !== 'inconclusive';
}

/** What was run for real may be another thing now, and a busy machine is in no key. */
function isLasting(end: TestEnd): end is Judged {
  if (end.kind !== 'judged' || end.receipt.bodiesRun > 0) return false;
  return end.verdict.kind !== 'inconclusive' || (end.verdict.reason !== 'timed-out' && end.verdict.reason !== 'not-deterministic');
}
