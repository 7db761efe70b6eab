import { type Controls, passes } from './controls.ts';
import type { MutantResult } from './mutant.ts';
import type { Pin } from './pins.ts';
import type { TestEnd } from './run-test.ts';

export type ScoreVerdict =
  /** It fails when something claimed is wrong, and passes whatever else is otherwise. */
  | 'claim-pinned'
  /** There are wrong runs that it would not notice. */
  | 'weak'
  /** It fails on runs that are right. */
  | 'run-pinned'
  /** It notices nothing. */
  | 'vacuous'
  | 'misses-the-bug'
  | 'red-baseline'
  | 'not-executable'
  | 'not-conclusive';

/** In percent, by the names that tools of mutation testing have for them. */
export interface Thresholds {
  /** The test is weak if less of what it should notice is noticed, of the changes at no place of their own: answers of the world, code. */
  readonly break: number;
  /** A score is green in a report from here on. */
  readonly high: number;
  /** And red below this. */
  readonly low: number;
  /** No conclusion if more of all changes never end. */
  readonly timedOut: number;
}

export const defaultThresholds: Thresholds = { break: 90, high: 100, low: 90, timedOut: 10 };

/** What the controls say already; `null`: the mutants are asked. */
export function verdictOfControls({ reference, copy, buggy }: Controls): ScoreVerdict | null {
  if (!passes(reference)) return verdictOfReference(reference);
  // It timed out on a busy machine, where the reference did not.
  if (copy !== null && !passes(copy)) return 'not-conclusive';
  return buggy !== null && passes(buggy) ? 'misses-the-bug' : null;
}

/** The rules in their order. */
export function verdictOfMutants(
  { trunk, buggy }: Controls,
  mutants: readonly MutantResult[],
  pins: readonly Pin[],
  { break: least, timedOut }: Thresholds = defaultThresholds,
): ScoreVerdict {
  const breaking = mutants.filter(({ set }) => set === 'breaking');
  const isSeen = trunk === 'violates-claim' && buggy === null;
  if (!isSeen && !breaking.some(isKilled) && breaking.some(isSurvivor))
    return trunk === 'unknown' && buggy === null ? 'not-conclusive' : 'vacuous';
  if (pins.some(({ state }) => state === 'missed') || breaking.some((one) => one.place.kind === 'claim' && isSurvivor(one))) return 'weak';
  const others = breaking.filter(({ place, outcome }) => ['answer', 'run', 'source'].includes(place.kind) && isDecided(outcome.kind));
  if (100 * others.filter(isKilled).length < least * others.length) return 'weak';
  if (mutants.some(isPin)) return 'run-pinned';
  if (mutants.filter(({ outcome }) => outcome.kind === 'timed-out').length > (timedOut / 100) * mutants.length) return 'not-conclusive';
  if (buggy?.kind === 'judged' && buggy.verdict.kind === 'inconclusive' && buggy.verdict.reason === 'not-deterministic')
    return 'not-conclusive';
  return 'claim-pinned';
}

/** A benign mutant on which the test fails, or which it cannot execute although no model is asked anything else. */
export function isPin({ set, outcome, needsFork }: MutantResult): boolean {
  return set === 'benign' && (outcome.kind === 'killed' || (outcome.kind === 'not-executable' && needsFork === undefined));
}

function verdictOfReference(end: TestEnd): ScoreVerdict {
  switch (end.kind) {
    case 'timed-out':
      return 'not-conclusive';
    case 'crashed':
      return 'not-executable';
    case 'failed-beyond':
      return 'red-baseline';
    case 'judged':
      if (end.verdict.kind !== 'inconclusive') return 'red-baseline';
      switch (end.verdict.reason) {
        case 'diverged':
        case 'borrowed':
        case 'opaque':
          return 'not-executable';
        case 'timed-out':
        case 'over-budget':
        case 'not-deterministic':
          return 'not-conclusive';
      }
  }
}

function isKilled({ outcome }: MutantResult): boolean {
  return outcome.kind === 'killed';
}

function isSurvivor({ outcome }: MutantResult): boolean {
  return outcome.kind === 'survived';
}

function isDecided(kind: string): boolean {
  return kind === 'killed' || kind === 'survived';
}
