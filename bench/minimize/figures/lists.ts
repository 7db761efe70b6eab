import { figure } from '../../src/figure.ts';
import { mean, type ReducerName, reducerNames, reducers } from '../measure.ts';
import { needingAll, pickNeeded } from '../oracles.ts';
import { randomFrom } from '../random.ts';
import type { BenchOptions, Section } from '../section.ts';

interface Case {
  readonly length: number;
  readonly needed: number;
  readonly layout: 'clustered' | 'scattered';
}

const PUBLISHED: readonly ReducerName[] = ['ddmin', 'Lithium', 'ProbDD', 'CDD'];

const cases: readonly Case[] = [10, 100, 1000, 10_000].flatMap((length) =>
  [1, 3, 10].flatMap((needed) =>
    (['clustered', 'scattered'] as const).flatMap((layout) =>
      needed === length || (needed === 1 && layout === 'clustered') ? [] : [{ length, needed, layout }],
    ),
  ),
);

/** Lists of which some items are needed, all of them together: mean tests of each reducer over the same worlds. */
export async function listFigures({ seed, isOwnSeed }: BenchOptions): Promise<Section> {
  const measured: (readonly [Case, Readonly<Record<ReducerName, number>>])[] = [];
  for (const one of cases) measured.push([one, await meanTests(one, seed)]);
  const scattered = measured.filter(([{ length, layout }]) => length >= 100 && layout === 'scattered');
  const best = (tests: Readonly<Record<ReducerName, number>>): number => Math.min(...PUBLISHED.map((name) => tests[name]));
  const worst = (ratios: readonly number[]): number => Math.max(...ratios);
  return {
    title: 'Tests on lists, mean (information: log2 of the ways to choose what is needed)',
    head: ['items', 'needed', 'layout', 'information', ...reducerNames, 'of ddmin', 'of the best'],
    rows: measured.map(([{ length, needed, layout }, tests]) => [
      length.toLocaleString('en'),
      needed,
      layout,
      information(length, needed),
      ...reducerNames.map((name) => tests[name]),
      tests.split / tests.ddmin,
      tests.split / best(tests),
    ]),
    figures: [
      figure(
        'lists-information',
        worst(scattered.map(([{ length, needed }, { split }]) => split / (1.1 * information(length, needed) + 2 * needed + 4))),
        1,
        'worst case of tests / (1.1 information + 2 needed + 4), scattered, 100 items and more',
      ),
      figure(
        'lists-of-ddmin',
        worst(scattered.filter(([{ needed }]) => needed >= 3).map(([, { split, ddmin }]) => split / ddmin)),
        isOwnSeed ? 0.4 : 0.45,
        'worst case of tests / tests of ddmin, scattered, 100 items and more, 3 needed and more',
      ),
      figure(
        'lists-of-best',
        worst(measured.map(([, tests]) => (tests.split - 1) / best(tests))),
        1.1,
        `worst of ${cases.length} cases of (tests - 1) / tests of the best of ${PUBLISHED.join(', ')}`,
      ),
    ],
  };
}

async function meanTests({ length, needed, layout }: Case, seed: number): Promise<Readonly<Record<ReducerName, number>>> {
  const tests: Record<ReducerName, number[]> = { split: [], ddmin: [], Lithium: [], ProbDD: [], CDD: [] };
  // Where there are few items, one question more or less is much.
  const worlds = length > 1000 ? 10 : length > 100 ? 20 : 100;
  for (let world = 0; world < worlds; world += 1) {
    const random = randomFrom(seed * 1_000_003 + world * 7919 + length * 31 + needed);
    const wanted = pickNeeded(length, needed, layout, random);
    for (const name of reducerNames) {
      const measured = await reducers[name](length, needingAll(wanted));
      if (measured.kept.length !== needed) throw new Error(`${name} left ${measured.kept.length} of ${length} items, needed are ${needed}`);
      tests[name].push(measured.tests);
    }
  }
  return Object.fromEntries(reducerNames.map((name) => [name, mean(tests[name])])) as Record<ReducerName, number>;
}

/** Least number of yes and no that can single out what is needed. */
function information(length: number, needed: number): number {
  return Array.from({ length: needed }, (_, index) => Math.log2((length - index) / (index + 1))).reduce((sum, bits) => sum + bits, 0);
}
