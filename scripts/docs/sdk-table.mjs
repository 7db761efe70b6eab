const COLUMNS = {
  ids: 'random ids',
  split: 'split UTF-8',
  brotli: 'brotli',
  retry: 'fails, then answers',
  cut: 'connection cut',
};

/**
 * What `npm run bench:sdk -- --json` has measured, as a table: one row for each SDK and API, a cell for plain and streaming calls; below it, by
 * number, why a cell is not `same`.
 *
 * @typedef {{ verdict: 'same' | 'different' | 'not supported', why?: string, ends?: string, error?: string }} Cell
 * @param {{ measured: string, node: string, sdks: Record<string, { title: string, versions: Record<string, string>, verdicts: Record<string, Cell> }> }} results
 * @returns {string} ends with a line end
 */
export function sdkTable({ measured, node, sdks }) {
  const notes = [];
  const rows = Object.values(sdks).map(({ title, versions, verdicts }) => {
    const cells = Object.keys(COLUMNS).map((fault) => cell(verdicts, fault, notes));
    return `| ${[
      title,
      Object.entries(versions)
        .map(([name, version]) => `${name} ${version}`)
        .join('<br>'),
      ...cells,
    ].join(' | ')} |`;
  });
  const all = Object.values(sdks).flatMap(({ verdicts }) => Object.values(verdicts));
  const same = all.filter(({ verdict }) => verdict === 'same').length;
  return [
    `| | versions | ${Object.values(COLUMNS).join(' | ')} |`,
    `|---|---|${'---|'.repeat(Object.keys(COLUMNS).length)}`,
    ...rows,
    '',
    ...notes.map((note, at) => `${at + 1}. ${note}`),
    ...(notes.length > 0 ? [''] : []),
    `${same} of ${all.length} the same. Measured on ${measured}, on Node ${node}, by \`npm run bench:sdk -- --json bench/sdk/results.json\`.`,
    '',
  ].join('\n');
}

/** One word where plain and streaming calls agree. */
function cell(verdicts, fault, notes) {
  const [plain, streaming] = ['plain', 'streaming'].map((mode) => word(verdicts[`${mode} ${fault}`] ?? verdicts.all, notes));
  return plain === streaming ? plain : `plain ${plain}; streaming ${streaming}`;
}

function word({ verdict, why, ends, error }, notes) {
  const note = verdict === 'same' ? (ends === 'threw' ? `The agent ends with \`${error}\`.` : null) : `${verdict}: ${why}.`;
  if (note === null) return verdict;
  if (!notes.includes(note)) notes.push(note);
  return `${verdict} (${notes.indexOf(note) + 1})`;
}
