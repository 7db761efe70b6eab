// How few tests the minimizer needs, beside ddmin, Lithium, ProbDD and CDD in the same run. Exit code 1 if a bar is missed.
//   npm run bench:minimize [-- --seed <n>] [-- --only lists] [-- --json figures.json]
import { parseArgs } from 'node:util';
import { type Figure, renderFigures, writeFigures } from '../src/figure.ts';
import { chainFigures } from './figures/chains.ts';
import { costFigures } from './figures/cost.ts';
import { guessFigures } from './figures/guesses.ts';
import { listFigures } from './figures/lists.ts';
import { payloadFigures } from './figures/payloads.ts';
import { randomOracleFigures } from './figures/random-oracles.ts';
import { realLoopFigures } from './figures/real-loop.ts';
import { refusalFigures } from './figures/refusals.ts';
import { slippageFigures } from './figures/slippage.ts';
import { workerFigures } from './figures/workers.ts';
import { zooFigures } from './figures/zoo.ts';
import { type BenchOptions, renderSection, type Section } from './section.ts';

const OWN_SEED = 1;
const SECTIONS: Readonly<Record<string, (options: BenchOptions) => Promise<Section>>> = {
  lists: listFigures,
  'random-oracles': randomOracleFigures,
  chains: chainFigures,
  guesses: guessFigures,
  workers: workerFigures,
  payloads: payloadFigures,
  'real-loop': realLoopFigures,
  slippage: slippageFigures,
  refusals: refusalFigures,
  zoo: zooFigures,
  cost: costFigures,
};

const { values } = parseArgs({ options: { seed: { type: 'string' }, json: { type: 'string' }, only: { type: 'string' } } });
if (values.only !== undefined && !(values.only in SECTIONS)) {
  console.error(`no section named ${values.only}: there are ${Object.keys(SECTIONS).join(', ')}`);
  process.exit(2);
}
if (values.seed !== undefined && !/^\d{1,9}$/.test(values.seed)) {
  console.error(`--seed ${values.seed} is no whole number of at most nine digits`);
  process.exit(2);
}
const seed = Number(values.seed ?? OWN_SEED);
const figures: Figure[] = [];
for (const [name, measure] of Object.entries(SECTIONS)) {
  if (values.only !== undefined && values.only !== name) continue;
  if (process.stderr.isTTY) console.error(`measuring ${name} …`);
  const section = await measure({ seed, isOwnSeed: seed === OWN_SEED });
  console.log(`${renderSection(section)}\n`);
  figures.push(...section.figures);
}
console.log(renderFigures(figures));
if (values.json !== undefined) writeFigures(values.json, figures);
process.exitCode = figures.every((one) => one.ok) ? 0 : 1;
