// What `stepfork score` must say and how fast, as a table of figures with their bars.
//   npm run bench:score [-- --json figures.json] [-- --only zoo]
// table: seven kinds of test and the verdicts that they deserve; zoo: the claims of the zoo on recordings with a fork of the fixed code; removed: the same
// with one claimed value left out at random, seeded; time: per mutant, in a warm worker and without a replay; same: two runs print the same; loop: what a mutant
// makes endless, of an answer or of the source, on a machine that is busy and on one that is not.

import { runFigures } from '../src/run-figures.ts';
import { loopFigures } from './loops.ts';
import { removedLeafFigures } from './removed-leaves.ts';
import { sourceLoopFigures } from './source-loops.ts';
import { tableFigures } from './table.ts';
import { timeFigures } from './time.ts';
import { zooFigures } from './zoo.ts';

await runFigures({
  table: tableFigures,
  zoo: zooFigures,
  removed: removedLeafFigures,
  time: timeFigures,
  loop: async () => [...(await loopFigures()), ...(await sourceLoopFigures())],
});
