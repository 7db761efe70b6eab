import { writeFileSync } from 'node:fs';

/** One measured figure against its bar. `value` and `bar` are ratios within one run unless the name says otherwise; smaller is better. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly bar: number;
  readonly ok: boolean;
  /** What was measured, in absolute terms, for people. */
  readonly note: string;
}

export function figure(name: string, value: number, bar: number, note: string): Figure {
  return { name, value: Math.round(value * 1000) / 1000, bar, ok: value <= bar, note };
}

/** The figures as a table of text, a missed bar marked. */
export function renderFigures(figures: readonly Figure[]): string {
  const rows = figures.map((one) => [one.name, String(one.value), `≤ ${one.bar}`, one.ok ? 'ok' : 'MISSED', one.note]);
  const head = ['figure', 'value', 'bar', '', 'measured'];
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)));
  return [head, ...rows]
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** Writes the figures as `[{ name, value, bar, ok }]`. */
export function writeFigures(file: string, figures: readonly Figure[]): void {
  const plain = figures.map(({ name, value, bar, ok }) => ({ name, value, bar, ok }));
  writeFileSync(file, `${JSON.stringify(plain, null, 2)}\n`);
}
