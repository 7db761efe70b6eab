import type { Setting } from './measure-case.ts';
import { type Cells, expected, SHOULD, VARIANTS, type ZooCase } from './zoo-case.ts';

/** How one setting did on all cases. */
export interface Tally {
  readonly cells: number;
  readonly cellsRight: number;
  readonly cases: number;
  readonly casesRight: number;
  readonly inconclusive: number;
  readonly buggyFails: number;
  readonly fixedPasses: number;
  readonly falseGreens: readonly string[];
  readonly falseReds: readonly string[];
}

export function tally(cases: readonly ZooCase[], table: Readonly<Record<string, Cells>>): Tally {
  const all = cases.flatMap((zooCase) =>
    VARIANTS.map((variant) => ({
      id: `${zooCase.id} ${variant}`,
      variant,
      verdict: table[zooCase.id]?.[variant],
      should: SHOULD[variant],
      want: expected(zooCase, variant),
    })),
  );
  const isRight = (zooCase: ZooCase): boolean => VARIANTS.every((variant) => table[zooCase.id]?.[variant] === expected(zooCase, variant));
  const wrongly = (verdict: string, should: string): readonly string[] =>
    all.filter((cell) => cell.verdict === verdict && cell.should === should).map(({ id }) => id);
  return {
    cells: all.length,
    cellsRight: all.filter(({ verdict, want }) => verdict === want).length,
    cases: cases.length,
    casesRight: cases.filter(isRight).length,
    inconclusive: all.filter(({ verdict }) => verdict === 'inconclusive').length,
    buggyFails: all.filter(({ variant, verdict }) => variant === 'buggy' && verdict === 'fail').length,
    fixedPasses: all.filter(({ variant, verdict }) => variant === 'fixed' && verdict === 'pass').length,
    falseGreens: wrongly('pass', 'fail'),
    falseReds: wrongly('fail', 'pass'),
  };
}

/** What must hold on any folder: no verdict is a lie. */
export function lies(setting: Setting, { falseGreens, falseReds }: Tally): readonly string[] {
  return [...falseGreens.map((id) => `${setting}: false green: ${id}`), ...falseReds.map((id) => `${setting}: false red: ${id}`)];
}

/** What the cases of this repository must reach besides. */
export function missedBars(tallies: Readonly<Record<Setting, Tally>>): readonly string[] {
  const { A, B, C } = tallies;
  const bars: readonly (readonly [string, number, number])[] = [
    ['A: buggy fails', A.buggyFails, A.cases],
    ['A: fixed passes', A.fixedPasses, Math.min(7, A.cases)],
    ['B: buggy fails', B.buggyFails, B.cases],
    ['B: fixed passes', B.fixedPasses, B.cases],
    ['C: cases right', C.casesRight, C.cases],
    ['C: cells right', C.cellsRight, C.cells],
  ];
  return bars.flatMap(([what, is, least]) => (is >= least ? [] : [`${what} in ${is}, the bar is ${least}`]));
}
