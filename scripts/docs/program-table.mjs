import { majorOf, notedCell, sumOf, versionsOf } from './measured-rows.mjs';

/**
 * What `npm run bench:programs` has measured, as a table: one row for each program, with the Nodes that it was measured on and what stands in its trace; below it,
 * by number, what is not `same`.
 *
 * @param {{ rows: readonly (import('./measured-rows.mjs').Row & { recorded?: string })[] }} results
 * @returns {string} ends with a line end
 */
export function programTable({ rows }) {
  const notes = [];
  const lines = [...new Set(rows.map(({ id }) => id))].map((id) => {
    const own = rows.filter((row) => row.id === id);
    const recorded = [...new Set(own.map((row) => row.recorded ?? '–'))].join('; ');
    return `| ${[own[0].title, versionsOf(own), own.map(majorOf).join(', '), recorded, notedCell(own, 'replay', notes)].join(' | ')} |`;
  });
  return [
    '| program | with | Node | calls | replayed |',
    '|---|---|---|---|---|',
    ...lines,
    '',
    ...sumOf(rows, ['replay'], notes, 'programs'),
  ].join('\n');
}
