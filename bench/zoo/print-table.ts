import { SETTINGS, type Setting } from './measure-case.ts';
import type { Tally } from './tally.ts';
import { type Cells, VARIANTS, type VerdictKind } from './zoo-case.ts';

const LETTER: Readonly<Record<VerdictKind, string>> = { pass: 'P', fail: 'F', inconclusive: '?' };

/** The five verdicts of a case as letters, in the order of the variants: FPPFF is right. */
export function lettersOf(cells: Cells): string {
  return VARIANTS.map((variant) => LETTER[cells[variant]]).join('');
}

/** All cases by setting, then how each setting did. */
export function tableText(
  ids: readonly string[],
  tables: Readonly<Record<Setting, Readonly<Record<string, Cells>>>>,
  tallies: Readonly<Record<Setting, Tally>>,
): string {
  const width = Math.max(4, ...ids.map((id) => id.length));
  const row = (first: string, rest: readonly (string | number)[], widths: readonly number[]): string =>
    [first.padEnd(width), ...rest.map((text, at) => String(text).padEnd(widths[at] ?? 6))].join('  ').trimEnd();
  const heads = ['cells right', 'cases right', 'inconclusive', 'buggy fails', 'fixed passes', 'false green', 'false red'];
  const widths = heads.map((head) => head.length);
  return [
    `${VARIANTS.join(', ')}: F fail, P pass, ? inconclusive`,
    row('case', SETTINGS, []),
    ...ids.map((id) =>
      row(
        id,
        SETTINGS.map((setting) => cellsText(tables[setting][id])),
        [],
      ),
    ),
    '',
    row('', heads, widths),
    ...SETTINGS.map((setting) => row(setting, figures(tallies[setting]), widths)),
  ].join('\n');
}

function cellsText(cells: Cells | undefined): string {
  return cells === undefined ? '' : lettersOf(cells);
}

function figures(one: Tally): readonly (string | number)[] {
  return [
    `${one.cellsRight}/${one.cells}`,
    `${one.casesRight}/${one.cases}`,
    one.inconclusive,
    `${one.buggyFails}/${one.cases}`,
    `${one.fixedPasses}/${one.cases}`,
    one.falseGreens.length,
    one.falseReds.length,
  ];
}
