import type { Figure } from '../src/figure.ts';

/** One part of the bench: a table for people, and what of it has a bar. */
export interface Section {
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
  readonly figures: readonly Figure[];
}

/** How the bench is asked. */
export interface BenchOptions {
  /** Of all chance in the worlds. */
  readonly seed: number;
  /** Whether it is the one with which the bars were set: they are a little wider for others. */
  readonly isOwnSeed: boolean;
}

export function renderSection({ title, head, rows }: Section): string {
  const cells = [
    head,
    ...rows.map((row) => row.map((cell) => (typeof cell === 'number' ? cell.toLocaleString('en', { maximumFractionDigits: 2 }) : cell))),
  ];
  const widths = head.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  const lines = cells.map((row) =>
    row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0))).join('  '),
  );
  return [title, ...lines.map((line) => `  ${line}`)].join('\n');
}
