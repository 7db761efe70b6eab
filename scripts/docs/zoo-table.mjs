const RIGHT = { buggy: 'fail', fixed: 'pass', alt: 'pass', wrong1: 'fail', wrong2: 'fail' };

const SETTINGS = {
  strict: 'one strict cursor over the buggy recording',
  A: '**A**: the buggy recording',
  B: '**B**: A and an attached run of the fix',
  C: '**C**: B and forks on demand',
};

/**
 * What `npm run bench:zoo -- --json` has measured, as a table: one row for each setting.
 *
 * @param {{ measured: string, effectsRun: number } & Record<string, Record<string, Record<string, string>>>} results
 * @returns {string} ends with a line end
 */
export function zooTable(results) {
  const rows = Object.entries(SETTINGS).map(([setting, title]) => row(title, Object.values(results[setting])));
  return [
    '| | verdicts right | inconclusive | red on the bug | green on the fix | false green | false red |',
    '|---|---|---|---|---|---|---|',
    ...rows,
    '',
    `Measured on ${results.measured} by \`npm run bench:zoo -- --json bench/zoo/results.json\`. Effects run in replays: ${results.effectsRun}.`,
    '',
  ].join('\n');
}

function row(title, cases) {
  const cells = cases.flatMap((verdicts) =>
    Object.entries(RIGHT).map(([variant, should]) => ({ variant, should, verdict: verdicts[variant] })),
  );
  const count = (isCounted) => cells.filter(isCounted).length;
  return `| ${[
    title,
    `${count(({ verdict, should }) => verdict === should)} of ${cells.length}`,
    count(({ verdict }) => verdict === 'inconclusive'),
    `${count(({ variant, verdict }) => variant === 'buggy' && verdict === 'fail')} of ${cases.length}`,
    `${count(({ variant, verdict }) => variant === 'fixed' && verdict === 'pass')} of ${cases.length}`,
    count(({ verdict, should }) => verdict === 'pass' && should === 'fail'),
    count(({ verdict, should }) => verdict === 'fail' && should === 'pass'),
  ].join(' | ')} |`;
}
