import { type Finding, findingsOf, rememberedMatches, type Verdict } from '@stepfork/replay';
import { canonicalJson, type Trace } from '@stepfork/trace';
import { aimedClaims } from './aimed-claims.ts';
import { conducts } from './conduct.ts';
import { editConduct } from './conduct-edit.ts';
import type { Controls } from './controls.ts';
import type { Change, Mutant, MutantOutcome, MutantResult } from './mutant.ts';
import { allMutants } from './mutants/all-mutants.ts';
import { placeText } from './place.ts';
import { plainOutcome } from './plain-outcome.ts';
import type { Reference } from './reference.ts';
import type { RunTest, TestEnd } from './run-test.ts';
import { unlessRefused } from './unless-refused.ts';
import { whyIgnored } from './why-ignored.ts';

export interface JudgeOptions {
  readonly reference: Reference;
  readonly controls: Controls;
  readonly run: RunTest;
  readonly expectsBeyond: boolean;
  readonly onRun: () => void;
}

/**
 * What becomes of each mutant. One that changes only what the agent did, or what is claimed of that, is judged without a replay; what is missed
 * is then run, so that nothing is said to be missed which a test does notice. Where more than the claim decides, all are run.
 */
export async function judgeMutants({ reference, controls, run, expectsBeyond, onRun }: JudgeOptions): Promise<readonly MutantResult[]> {
  const boundaries = new Set([...reference.recording.steps, ...reference.trace.steps].map(({ call }) => call.name));
  const claimFor = aimedClaims(reference);
  // One change at a time: nearly all calls are the same objects in each run that is judged.
  const isMatching = rememberedMatches();
  const results: (MutantResult | Promise<MutantResult>)[] = [];
  const shown = new Set<string>();
  const runMutant = (mutant: Mutant, change: Exclude<Change, { readonly kind: 'buggy-code' }>): Promise<MutantResult> =>
    unlessRefused(change, () => run({ side: 'reference', change })).then((end) => {
      onRun();
      return resultOf(mutant, outcomeOf(mutant, end, reference), 1);
    });
  const revert = revertedFix(controls);
  if (revert !== null) results.push(revert);
  for (const mutant of allMutants(reference)) {
    const { change } = mutant;
    if (change.kind === 'buggy-code') continue;
    if (change.kind === 'recording') {
      if (!reference.isClaimed) results.push(runMutant(mutant, change));
      continue;
    }
    const trace = change.kind === 'claim' ? reference.trace : editConduct(reference.trace, change.edit);
    // The first one tells by what it is killed.
    const finding = findingsOf(trace, claimFor(change), undefined, boundaries, isMatching).next().value;
    const outcome = outcomeOf(mutant, { kind: 'judged', verdict: verdictOf(finding) }, reference);
    // One run for each place shows that the claim misses it; what stands around the claim may notice more, or let go what the claim notices.
    const isMissed = outcome.kind === 'survived' && mutant.set === 'breaking' && !shown.has(placeText(mutant.place));
    const canRun = !reference.isClaimed || change.kind === 'conduct';
    const needsRun = canRun && (expectsBeyond || isMissed);
    if (needsRun) shown.add(placeText(mutant.place));
    results.push(needsRun ? runMutant(mutant, reference.isClaimed ? wholeRun(trace) : change) : resultOf(mutant, outcome, 0));
  }
  return allOf(results);
}

/** Most are known at once: a promise for each of those would cost more than to judge it. */
async function allOf<T extends object>(results: readonly (T | Promise<T>)[]): Promise<readonly T[]> {
  const late = new Map<T | Promise<T>, T>();
  await Promise.all(results.filter((one) => one instanceof Promise).map(async (one) => late.set(one, await one)));
  return results.map((one) => (one instanceof Promise ? (late.get(one) as T) : one));
}

/** The code at hand does not do what the claim says, so that all of it is changed. */
function wholeRun({ steps, outcome }: Trace): Exclude<Change, { readonly kind: 'buggy-code' }> {
  return { kind: 'conduct', edit: { kind: 'run', steps, outcome } };
}

function verdictOf(finding: Finding | undefined): Verdict {
  return finding === undefined ? { kind: 'pass' } : { kind: 'fail', findings: [finding] };
}

/** The strongest mutant of all: the bug itself. Known from the controls. */
function revertedFix({ buggy }: Controls): MutantResult | null {
  if (buggy === null) return null;
  const mutant: Mutant = {
    id: 'fix-reverted',
    family: 'source',
    mutator: 'fix-reverted',
    set: 'breaking',
    place: { kind: 'run' },
    says: 'the code as it was with the bug',
    change: { kind: 'buggy-code' },
  };
  return resultOf(mutant, plainOutcome(buggy), 0);
}

function outcomeOf(
  mutant: Mutant,
  end: TestEnd | { readonly kind: 'judged'; readonly verdict: Verdict; readonly trace?: Trace },
  reference: Reference,
): MutantOutcome {
  const plain = plainOutcome(end);
  if (mutant.set === 'benign') return plain;
  if (plain.kind === 'survived') {
    const reason = whyIgnored(mutant, reference);
    if (reason !== null) return { kind: 'ignored', reason };
  }
  if (mutant.family !== 'world' || end.kind !== 'judged' || end.trace === undefined) return plain;
  if (plain.kind === 'survived' && isSameConduct(end.trace, reference))
    return { kind: 'ignored', reason: 'it reaches nothing that the agent did' };
  const threwOnIt = end.trace.outcome.kind === 'threw' && reference.trace.outcome.kind !== 'threw';
  if (plain.kind === 'killed' && threwOnIt) return { kind: 'ignored', reason: `killed elsewhere: ${plain.by}` };
  return plain;
}

/** It ended as the right code did, and did the same to the world. */
function isSameConduct(trace: Trace, reference: Reference): boolean {
  const [right, other] = conducts(reference, trace);
  return canonicalJson(right) === canonicalJson(other);
}

function resultOf(
  { id, family, mutator, set, place, says, pin, needsFork }: Mutant,
  outcome: MutantOutcome,
  replays: number,
): MutantResult {
  const result = { id, family, mutator, set, place, says, outcome, replays };
  // Few have one of these: a member that is put behind a spread costs more than all of the others.
  return pin === undefined && needsFork === undefined
    ? result
    : { ...result, ...(pin !== undefined && { pin }), ...(needsFork !== undefined && { needsFork }) };
}
