// All figures with a bar: a table for people, with --json <file> also for machines. Exit code 1 if a bar is missed.
//   npm run bench [-- --only record] [-- --json figures.json]
import { parseArgs } from 'node:util';
import { type Figure, renderFigures, writeFigures } from './figure.ts';
import { httpFigures } from './figures/http.ts';
import { idleFigures } from './figures/idle.ts';
import { openFigures } from './figures/open.ts';
import { poolFigures } from './figures/pool.ts';
import { recordFigures } from './figures/record.ts';
import { replayFigures } from './figures/replay.ts';
import { startFigures } from './figures/start.ts';
import { storeFigures } from './figures/store.ts';

const GROUPS: Readonly<Record<string, () => Promise<readonly Figure[]> | readonly Figure[]>> = {
  idle: idleFigures,
  record: recordFigures,
  store: storeFigures,
  replay: replayFigures,
  pool: poolFigures,
  open: openFigures,
  http: httpFigures,
  start: startFigures,
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
