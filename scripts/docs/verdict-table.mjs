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
 * @typedef {{ id: string, title: string, node: string, measured: string, versions: Record<string, string>, verdicts: Record<string, string> }} Row
 * @param {{ rows: readonly Row[] }} results
 * @param {'tools' | 'mcp'} name
 * @returns {string} ends with a line end
 */
export function verdictTable({ rows }, name) {
  const columns = Object.keys(COLUMNS).filter((column) => rows.some(({ verdicts }) => column in verdicts));
  const notes = [];
  const lines = [...new Set(rows.map(({ id }) => id))].map((id) => {
    const own = rows.filter((row) => row.id === id);
    const cells = columns.map((column) => cell(own, column, notes));
    return `| ${[own[0].title, versionsOf(own), own.map(majorOf).join(', '), ...cells].join(' | ')} |`;
  });
  const all = rows.flatMap(({ verdicts }) => columns.map((column) => verdicts[column] ?? 'not measured'));
  const distinct = (values) => [...new Set(values)].sort().join(', ');
  return [
    `| | versions | Node | ${columns.map((column) => COLUMNS[column]).join(' | ')} |`,
    `|---|---|---|${'---|'.repeat(columns.length)}`,
    ...lines,
    '',
    ...notes.map((note, at) => `${at + 1}. ${note}`),
    ...(notes.length > 0 ? [''] : []),
    `${all.filter((one) => one === 'same').length} of ${all.length} the same. Measured on ${distinct(rows.map(({ measured }) => measured))}, on Node ${distinct(rows.map(({ node }) => node))}, by \`npm run bench:${name} -- --json bench/sdk/${name}/results.json\`.`,
    '',
  ].join('\n');
}

function versionsOf(rows) {
  const all = rows.flatMap(({ versions }) => Object.entries(versions).map(([name, version]) => `${name} ${version}`));
  return [...new Set(all)].join('<br>');
}

function majorOf({ node }) {
  return node.replace(/\..*/, '');
}

function cell(rows, column, notes) {
  const wrong = rows.filter(({ verdicts }) => verdicts[column] !== 'same');
  if (wrong.length === 0) return 'same';
  const note = wrong.map((row) => `Node ${majorOf(row)}: ${(row.verdicts[column] ?? 'not measured').replace(/\s+/g, ' ')}`).join('; ');
  if (!notes.includes(note)) notes.push(note);
  return `different (${notes.indexOf(note) + 1})`;
}
