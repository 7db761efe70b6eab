const COLUMNS = { replay: 'replayed', live: 'one tool live', sink: 'changed argument, sink', fork: 'one call more, fork' };

/**
 * What `npm run bench:mcp -- --json` has measured, as a table: one row for each server, transport and client, with the Nodes that it was measured
 * on; below it, by number, what is not `same`.
 *
 * @typedef {Record<keyof typeof COLUMNS, string>} Verdicts
 * @param {{ measured: string, clients: Record<string, string>, servers: Record<string, string>,
 *   nodes: Record<string, { server: string, transport: string, client: string, verdicts: Verdicts }[]> }} results
 * @returns {string} ends with a line end
 */
export function mcpTable({ measured, clients, servers, nodes }) {
  const notes = [];
  const measuredRows = Object.entries(nodes).flatMap(([node, all]) => all.map((row) => ({ ...row, node: node.replace(/\..*/, '') })));
  const distinct = measuredRows.filter((row, at) => measuredRows.findIndex((one) => isSame(one, row)) === at).sort(byName);
  const rows = distinct.map((row) => {
    const own = measuredRows.filter((one) => isSame(one, row));
    const cells = Object.keys(COLUMNS).map((column) => cell(own, column, notes));
    return `| ${[`${row.server}, ${row.transport}`, `${row.client} ${clients[row.client]}`, own.map(({ node }) => node).join(', '), ...cells].join(' | ')} |`;
  });
  const all = measuredRows.flatMap(({ verdicts }) => Object.values(verdicts));
  const measuredOn = Object.keys(nodes).join(', ');
  const named = Object.entries(servers).filter(([name]) => measuredRows.some(({ server }) => name.endsWith(`-${server}`)));
  const versions = named.map(([name, version]) => `${name} ${version}`);
  return [
    `| server | client | Node | ${Object.values(COLUMNS).join(' | ')} |`,
    `|---|---|---|${'---|'.repeat(Object.keys(COLUMNS).length)}`,
    ...rows,
    '',
    ...notes.map((note, at) => `${at + 1}. ${note}`),
    ...(notes.length > 0 ? [''] : []),
    `${all.filter((verdict) => verdict === 'same').length} of ${all.length} the same. Measured on ${measured}, on Node ${measuredOn}, with ${versions.join(', ')}.`,
    '',
  ].join('\n');
}

function byName(one, other) {
  const [a, b] = [one, other].map(({ server, transport, client }) => `${server} ${transport} ${client}`);
  return a < b ? -1 : a > b ? 1 : 0;
}

function isSame(one, other) {
  return one.server === other.server && one.transport === other.transport && one.client === other.client;
}

function cell(rows, column, notes) {
  const wrong = rows.filter(({ verdicts }) => verdicts?.[column] !== 'same');
  if (wrong.length === 0) return 'same';
  const note = wrong
    .map(({ node, verdicts }) => `Node ${node}: ${String(verdicts?.[column] ?? 'not measured').replace(/\s+/g, ' ')}`)
    .join('; ');
  if (!notes.includes(note)) notes.push(note);
  return `different (${notes.indexOf(note) + 1})`;
}
