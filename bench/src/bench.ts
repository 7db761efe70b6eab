// All figures with a bar: a table for people, with --json <file> also for machines. Exit code 1 if a bar is missed.
//   npm run bench [-- --only record] [-- --json figures.json]
import { httpFigures } from './figures/http.ts';
import { idleFigures } from './figures/idle.ts';
import { openFigures } from './figures/open.ts';
import { poolFigures } from './figures/pool.ts';
import { recordFigures } from './figures/record.ts';
import { replayFigures } from './figures/replay.ts';
import { startFigures } from './figures/start.ts';
import { storeFigures } from './figures/store.ts';
import { runFigures } from './run-figures.ts';

await runFigures({
  idle: idleFigures,
  record: recordFigures,
  store: storeFigures,
  replay: replayFigures,
  pool: poolFigures,
  open: openFigures,
  http: httpFigures,
  start: startFigures,
});
