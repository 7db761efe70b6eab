import type { Minimized, Trace } from '@stepfork/trace';
import { confirmFailure, type Refusal } from './baseline.ts';
import { claimedValues } from './claimed-values.ts';
import { declaredSchemas } from './declared-schemas.ts';
import type { ForksBeside } from './forks-beside.ts';
import { keptForks, type LeftOut, standingAlone } from './kept-forks.ts';
import { createSpending, type Limits, type Stopped } from './limits.ts';
import { editsOf, withLineage } from './lineage.ts';
import { type AlsoFound, createOracle } from './oracle.ts';
import type { PassReport } from './passes/run-pass.ts';
import { proofOf } from './proof.ts';
import { firstOf, type RuleOut } from './rule-out.ts';
import type { RunCandidate } from './run-candidate.ts';
import { type SearchAllOptions, searchAll } from './search-all.ts';
import { type FailureSource, type Level, levelOf, seeWith } from './see-failure.ts';
import { type Size, sizeOf } from './size-of.ts';
import { guessIn } from './usable.ts';
import { withoutUnused } from './without-unused.ts';

export interface MinimizeOptions extends FailureSource, Limits, SearchAllOptions {
  readonly run: RunCandidate;
  /** Of the recording, in file order. Where it cannot tell what the corrected code does, the first that can is made smaller with it. */
  readonly forks?: readonly Trace[];
  /** What may not be taken out beside what the claim tells. */
  readonly ruleOut?: RuleOut;
}

export type Minimization =
  | {
      readonly kind: 'reduced' | 'already-minimal';
      /** The smaller run as a recording; of one that is minimal already, the run itself. */
      readonly trace: Trace;
      /** Of that recording: what the corrected code asks beyond it. */
      readonly forks: readonly Trace[];
      /** Forks that were given and are not kept. */
      readonly leftOut: readonly LeftOut[];
      readonly level: Level;
      readonly signature: string;
      readonly proof: string;
      /** Nothing kept the search from its end. */
      readonly proven: boolean;
      /** `not-deterministic`: after all that was tried the result did not fail in this way any more. */
      readonly stopped: Stopped | 'not-deterministic' | null;
      readonly before: Size;
      readonly after: Size;
      readonly passes: readonly PassReport[];
      /** What is left, and what came of it when it alone was taken out. */
      readonly needed: PassReport['kept'];
      readonly alsoFound: readonly AlsoFound[];
      /** All replays, and what stands in the file. */
      readonly counts: Minimized['counts'] & { readonly replays: number };
      /** Single removals from what is left that nobody replayed: they may not be taken, whatever the agent does. */
      readonly ruledOut: number;
    }
  | { readonly kind: 'refused'; readonly refusal: Refusal; readonly replays: number };

/**
 * The smallest run with the same failure that can be reached by taking out turns, then parts of what is left: confirmed by two replays before
 * anything goes, and the result fails in the same way under the default rules, with nothing given by position.
 */
export async function minimize(recording: Trace, options: MinimizeOptions): Promise<Minimization> {
  const end = options.run.begin?.();
  try {
    return await minimizeWith(recording, options);
  } finally {
    end?.();
  }
}

async function minimizeWith(recording: Trace, options: MinimizeOptions): Promise<Minimization> {
  const { hasFixed, unit = hasFixed ? 'classes' : 'turns', forks: given = [] } = options;
  const spending = createSpending(options);
  const alone = given.map(standingAlone);
  const baseline = await confirmFailure({ recording, forks: alone }, options, options.run, spending);
  if (baseline.kind === 'refused') return { kind: 'refused', refusal: baseline.refusal, replays: spending.replays };
  const { failure, fork: needed } = baseline;
  const forks: ForksBeside = new WeakMap(needed === null ? [] : [[recording, needed]]);
  // Both codes, the corrected one on the trunk and, where that cannot tell, on its fork.
  spending.setAside(hasFixed ? (needed === null ? 2 : 3) : 1);
  const level = levelOf(options);
  const oracle = createOracle({
    run: options.run,
    see: seeWith(options),
    failure,
    hasFixed,
    mayGuess: guessIn(baseline.replay) !== null,
    ruleOut: ruleOutOf(recording, options),
    forks,
    spending,
  });
  const start = spending.mayCheck() ? await withoutUnused(recording, baseline.replay, oracle, forks) : recording;
  const { trace, reports, lost } = await searchAll(start, { values: failure.values, pinned: level === 'wrong-values' }, oracle, spending, {
    ...options,
    unit,
  });
  const isSmaller = trace !== recording;
  const last = proofsIn(reports);
  const stopped = lost === null ? spending.stopped : 'not-deterministic';
  const proven = stopped === null && last.every((report) => report.proven);
  const { tried, unresolved, ruledOut } = removalsIn(last);
  const counts = { replays: spending.replays, removals: tried, unresolved };
  const proof = proofOf(unit, proven);
  const said = { signature: failure.text, proof, edits: editsOf(reports), counts: { removals: tried, unresolved } };
  const smaller = isSmaller ? withLineage(trace, recording, said) : recording;
  return {
    kind: isSmaller ? 'reduced' : 'already-minimal',
    trace: smaller,
    ...(isSmaller
      ? keptForks(given, { needed: needed && alone.indexOf(needed), left: forks.get(trace) ?? null, trunk: smaller.run.id, hasFixed })
      : { forks: given, leftOut: [] }),
    level,
    signature: failure.text,
    proof,
    proven,
    stopped,
    before: sizeOf(recording),
    after: sizeOf(trace),
    passes: reports.filter(({ before }) => before > 0),
    needed: (proven ? last : reports).findLast(({ pass }) => pass === 'turns')?.kept ?? [],
    alsoFound: oracle.alsoFound,
    counts,
    ruledOut,
  };
}

/** Corrected code knows better than a claim what it needs. */
function ruleOutOf(recording: Trace, { claim, hasFixed, ruleOut }: MinimizeOptions): RuleOut {
  return firstOf([
    ...(ruleOut ? [ruleOut] : []),
    declaredSchemas(recording),
    ...(claim === undefined || hasFixed ? [] : [claimedValues(claim, recording)]),
  ]);
}

/** The last proof of each pass: what was proven of the result. */
function proofsIn(reports: readonly PassReport[]): readonly PassReport[] {
  return [...new Map(reports.filter(({ stage }) => stage !== 'search').map((report) => [report.pass, report])).values()];
}

/** Removals from the result of which the proof speaks. */
function removalsIn(reports: readonly PassReport[]): PassReport['removals'] {
  const units = reports.map(({ removals }) => removals);
  return {
    tried: sumOf(units, 'tried'),
    unresolved: sumOf(units, 'unresolved'),
    ruledOut: sumOf(units, 'ruledOut'),
  };
}

function sumOf(removals: readonly PassReport['removals'][], count: keyof PassReport['removals']): number {
  return removals.reduce((sum, one) => sum + one[count], 0);
}
