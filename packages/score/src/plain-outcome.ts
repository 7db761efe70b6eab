import type { Verdict } from '@stepfork/replay';
import type { MutantOutcome } from './mutant.ts';
import type { TestEnd } from './run-test.ts';

/** What the end of a run means for a mutant of which nothing more is known. */
export function plainOutcome(end: TestEnd | { readonly kind: 'judged'; readonly verdict: Verdict }): MutantOutcome {
  switch (end.kind) {
    case 'judged':
      return outcomeOfVerdict(end.verdict);
    case 'failed-beyond':
      return { kind: 'killed', by: end.message };
    case 'timed-out':
      return { kind: 'timed-out' };
    case 'crashed':
      return { kind: 'not-executable', reason: end.message };
  }
}

function outcomeOfVerdict(verdict: Verdict): MutantOutcome {
  switch (verdict.kind) {
    case 'pass':
      return { kind: 'survived' };
    case 'fail':
      return { kind: 'killed', by: verdict.findings[0]?.message ?? '' };
    case 'inconclusive':
      return verdict.reason === 'timed-out' || verdict.reason === 'over-budget'
        ? { kind: 'timed-out' }
        : { kind: 'not-executable', reason: reasonOf(verdict) };
  }
}

function reasonOf(verdict: Extract<Verdict, { readonly kind: 'inconclusive' }>): string {
  return verdict.reason === 'diverged'
    ? `step ${verdict.divergence.step} asks ${verdict.divergence.name} what was not recorded`
    : verdict.reason;
}
