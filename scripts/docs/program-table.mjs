import { majorOf, notedCell, sumOf, versionsOf } from './measured-rows.mjs';

/**
 * What `npm run bench:programs` has measured, as a table: one row for each program, with what stands in its trace; below it, by number, what is not `same`.
 *
 * @param {{ rows: readonly (import('./measured-rows.mjs').Row & { recorded?: string })[] }} results
 * @returns {string} ends with a line end
 */
export function programTable({ rows }) {
  const notes = [];
  const lines = rows.map(
    (row) => `| ${[row.title, versionsOf([row]), majorOf(row), row.recorded ?? '–', notedCell([row], 'replay', notes)].join(' | ')} |`,
  );
  return [
    '| program | with | Node | calls | replayed |',
    '|---|---|---|---|---|',
    ...lines,
    '',
    ...sumOf(rows, ['replay'], notes, 'programs -- --checkouts <folder>'),
  ].join('\n');
}
