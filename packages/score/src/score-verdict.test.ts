import { expect, it } from 'vitest';
import type { Controls } from './controls.ts';
import type { MutantOutcome, MutantResult } from './mutant.ts';
import { defaultThresholds, type Thresholds, verdictOfMutants } from './score-verdict.ts';

const controls = { trunk: 'satisfies-claim', buggy: null } as unknown as Controls;

function mutants(kinds: Partial<Readonly<Record<'killed' | 'survived' | 'timed-out', number>>>): readonly MutantResult[] {
  const place = { kind: 'answer', name: 'lookup', step: 0, pointer: '/a' } as const;
  const shared = { family: 'world', mutator: 'answer-leaf', set: 'breaking', place, says: '', replays: 1 } as const;
  return Object.entries(kinds).flatMap(([kind, count]) =>
    Array.from({ length: count }, (_, at) => ({ ...shared, id: `${kind} ${at}`, outcome: { kind, by: '' } as MutantOutcome })),
  );
}

const verdict = (results: readonly MutantResult[], thresholds: Partial<Thresholds> = {}): string =>
  verdictOfMutants(controls, results, [], { ...defaultThresholds, ...thresholds });

it('a test that notices less than `break` of the changes of the world is weak', () => {
  expect(verdict(mutants({ killed: 9, survived: 1 }))).toBe('claim-pinned');
  expect(verdict(mutants({ killed: 8, survived: 2 }))).toBe('weak');
  expect(verdict(mutants({ killed: 8, survived: 2 }), { break: 80 })).toBe('claim-pinned');
  expect(verdict(mutants({ killed: 9, survived: 1 }), { break: 91 })).toBe('weak');
});

it('what timed out is no kill, and beyond `timedOut` there is no conclusion', () => {
  expect(verdict(mutants({ killed: 9, 'timed-out': 1 }))).toBe('claim-pinned');
  expect(verdict(mutants({ killed: 8, 'timed-out': 2 }))).toBe('not-conclusive');
  expect(verdict(mutants({ killed: 8, 'timed-out': 2 }), { timedOut: 20 })).toBe('claim-pinned');
  expect(verdict(mutants({ survived: 1, 'timed-out': 1 }))).toBe('vacuous');
});

it('of code with the bug that does otherwise each time nothing is known', () => {
  const verdict = { kind: 'inconclusive', reason: 'not-deterministic', first: 'pass', second: 'fail' };
  const flaky = { ...controls, buggy: { kind: 'judged', verdict } } as unknown as Controls;
  expect(verdictOfMutants(flaky, mutants({ killed: 10 }), [])).toBe('not-conclusive');
});
