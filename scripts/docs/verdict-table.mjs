import { majorOf, notedCell, sumOf, versionsOf } from './measured-rows.mjs';

const COLUMNS = {
  replay: 'replayed',
  live: 'one tool live',
  sink: 'changed argument, sink',
  fork: 'one call more, fork',
  apart: 'two runs apart',
};

/**
 * What `npm run bench:<name>` has measured, of `tools` or `mcp`, as a table: one row for each agent, with the Nodes that it was measured on; below it, by
 * number, what is not `same`.
 *
 * @param {{ rows: readonly import('./measured-rows.mjs').Row[] }} results
 * @param {'tools' | 'mcp'} name
 * @returns {string} ends with a line end
 */
export function verdictTable({ rows }, name) {
  const columns = Object.keys(COLUMNS).filter((column) => rows.some(({ verdicts }) => column in verdicts));
  const notes = [];
  const lines = [...new Set(rows.map(({ id }) => id))].map((id) => {
    const own = rows.filter((row) => row.id === id);
    const cells = columns.map((column) => notedCell(own, column, notes));
    return `| ${[own[0].title, versionsOf(own), own.map(majorOf).join(', '), ...cells].join(' | ')} |`;
  });
  return [
    `| | versions | Node | ${columns.map((column) => COLUMNS[column]).join(' | ')} |`,
    `|---|---|---|${'---|'.repeat(columns.length)}`,
    ...lines,
    '',
    ...sumOf(rows, columns, notes, name),
  ].join('\n');
}
