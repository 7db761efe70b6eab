// What `stepfork score` must say and how fast, as a table of figures with their bars.
//   npm run bench:score [-- --json figures.json] [-- --only zoo]
// table: seven kinds of test and the verdicts that they deserve; zoo: the claims of the zoo on recordings with a fork of the fixed code; removed: the same
// with one claimed value left out at random, seeded; time: per mutant, in a warm worker and without a replay; same: two runs print the same.
import { parseArgs } from 'node:util';
import { type Figure, renderFigures, writeFigures } from '../src/figure.ts';
import { removedLeafFigures } from './removed-leaves.ts';
import { tableFigures } from './table.ts';
import { timeFigures } from './time.ts';
import { zooFigures } from './zoo.ts';

const GROUPS: Readonly<Record<string, () => Promise<readonly Figure[]>>> = {
  table: tableFigures,
  zoo: zooFigures,
  removed: removedLeafFigures,
  time: timeFigures,
};

const { values } = parseArgs({ options: { json: { type: 'string' }, only: { type: 'string' } } });
if (values.only !== undefined && !(values.only in GROUPS)) {
  console.error(`no figures named ${values.only}: there are ${Object.keys(GROUPS).join(', ')}`);
  process.exit(2);
}
const figures: Figure[] = [];
for (const [name, measure] of Object.entries(GROUPS)) {
  if (values.only !== undefined && values.only !== name) continue;
  if (process.stderr.isTTY) console.error(`measuring ${name} …`);
  figures.push(...(await measure()));
}
console.log(renderFigures(figures));
if (values.json !== undefined) writeFigures(values.json, figures);
process.exitCode = figures.every((one) => one.ok) ? 0 : 1;
