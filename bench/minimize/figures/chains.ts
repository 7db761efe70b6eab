import { figure } from '../../src/figure.ts';
import { type Measured, mean, type ReducerName, reducerNames, reducers } from '../measure.ts';
import { closure, depending, itemsUpTo, needingAll, pickNeeded } from '../oracles.ts';
import { below, randomFrom } from '../random.ts';
import type { BenchOptions, Section } from '../section.ts';

const WORLDS = 20;
const [LENGTH, NEEDED] = [1000, 3];

/** Items that depend on earlier ones near by, which no search is told: without them nothing can be executed. */
export async function chainFigures({ seed }: BenchOptions): Promise<Section> {
  const measured: Record<ReducerName, Measured[]> = { split: [], ddmin: [], Lithium: [], ProbDD: [], CDD: [] };
  const smallest: number[] = [];
  for (let world = 0; world < WORLDS; world += 1) {
    const random = randomFrom(seed * 1_000_003 + world * 104_729);
    const on = itemsUpTo(LENGTH).map((item) => (item > 0 && random() < 0.7 ? Math.max(0, item - 1 - below(8, random)) : null));
    const needed = pickNeeded(LENGTH, NEEDED, 'scattered', random);
    smallest.push(closure(needed, on).size);
    for (const name of reducerNames) measured[name].push(await reducers[name](LENGTH, depending(needingAll(needed), on)));
  }
  const tests = (name: ReducerName): number => mean(measured[name].map((one) => one.tests));
  const left = (name: ReducerName): number => mean(measured[name].map(({ kept }) => kept.length));
  return {
    title: `Dependency chains, ${LENGTH.toLocaleString('en')} items, ${NEEDED} needed with what they depend on (${mean(smallest)} items in the mean)`,
    head: ['', ...reducerNames],
    rows: [
      ['tests', ...reducerNames.map(tests)],
      ['left', ...reducerNames.map(left)],
    ],
    figures: [
      figure('chain-tests', tests('split'), 110, `mean tests; ddmin ${Math.round(tests('ddmin')).toLocaleString('en')}`),
      figure('chain-left', left('split') / mean(smallest), 1, 'items left / the fewest that can be executed and show the failure'),
    ],
  };
}
