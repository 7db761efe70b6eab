/**
 * A row of what `bench/sdk` has measured: `same` by column, or what is wrong.
 *
 * @typedef {{ id: string, title: string, node: string, measured: string, versions: Record<string, string>, verdicts: Record<string, string> }} Row
 */

export function majorOf({ node }) {
  return node.replace(/\..*/, '');
}

/** All versions of some rows of one agent. */
export function versionsOf(rows) {
  const all = rows.flatMap(({ versions }) => Object.entries(versions).map(([name, version]) => `${name} ${version}`));
  return [...new Set(all)].join('<br>');
}

/** One word for a column of some rows of one agent, with the number of a note where not all are `same`. */
export function notedCell(rows, column, notes) {
  const wrong = rows.filter(({ verdicts }) => verdicts[column] !== 'same');
  if (wrong.length === 0) return 'same';
  const note = wrong.map((row) => `Node ${majorOf(row)}: ${(row.verdicts[column] ?? 'not measured').replace(/\s+/g, ' ')}`).join('; ');
  if (!notes.includes(note)) notes.push(note);
  return `different (${notes.indexOf(note) + 1})`;
}

/** The lines below a table: the notes, then how many cells are the same, when they were measured and by which `bench:<name>`. */
export function sumOf(rows, columns, notes, name) {
  const all = rows.flatMap(({ verdicts }) => columns.map((column) => verdicts[column] ?? 'not measured'));
  const distinct = (values) => [...new Set(values)].sort().join(', ');
  return [
    ...notes.map((note, at) => `${at + 1}. ${note}`),
    ...(notes.length > 0 ? [''] : []),
    `${all.filter((one) => one === 'same').length} of ${all.length} the same. Measured on ${distinct(rows.map(({ measured }) => measured))}, on Node ${distinct(rows.map(({ node }) => node))}, by \`npm run bench:${name} -- --json bench/sdk/${name}/results.json\`.`,
    '',
  ];
}
