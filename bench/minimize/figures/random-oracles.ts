import { figure } from '../../src/figure.ts';
import { type ReducerName, reducerNames, reducers } from '../measure.ts';
import { depending, itemsUpTo, needingAll, type Oracle, pickNeeded } from '../oracles.ts';
import { below, type Random, randomFrom } from '../random.ts';
import type { BenchOptions, Section } from '../section.ts';

const WORLDS = 3000;

/** What the whole list shows the failure in; `length` is 2 to 15. */
const kinds: Readonly<Record<string, (length: number, random: Random) => Oracle>> = {
  'monotone, several minima': (length, random) => {
    const ways = itemsUpTo(1 + below(3, random)).map(() =>
      needingAll(pickNeeded(length, 1 + below(Math.min(3, length), random), 'scattered', random)),
    );
    return (part) => (ways.some((way) => way(part) === 'same') ? 'same' : 'other');
  },
  'dependencies, unresolved': (length, random) => {
    const on = itemsUpTo(length).map((item) => (item > 0 && random() < 0.5 ? below(item, random) : null));
    return depending(needingAll(pickNeeded(length, 1 + below(Math.min(3, length), random), 'scattered', random)), on);
  },
  'no law': (length, random) => {
    const outcomes = new Map<string, ReturnType<Oracle>>();
    return (part) => {
      if (part.length === length) return 'same';
      const key = part.join();
      const outcome = outcomes.get(key) ?? (random() < 0.35 ? 'same' : random() < 0.5 ? 'unresolved' : 'other');
      outcomes.set(key, outcome);
      return outcome;
    };
  },
};

/** Random small worlds: of how many each reducer's result is 1-minimal, told by trying every single removal again. */
export async function randomOracleFigures({ seed }: BenchOptions): Promise<Section> {
  const minimal: Record<string, Record<ReducerName, number>> = {};
  for (const [kind, oracleOf] of Object.entries(kinds)) {
    const counts = { split: 0, ddmin: 0, Lithium: 0, ProbDD: 0, CDD: 0 };
    for (let world = 0; world < WORLDS; world += 1) {
      const random = randomFrom(seed * 1_000_003 + world);
      const length = 2 + below(14, random);
      const oracle = oracleOf(length, random);
      for (const name of reducerNames) {
        const { kept } = await reducers[name](length, oracle);
        counts[name] += Number(isOneMinimal(kept, length, oracle));
      }
    }
    minimal[kind] = counts;
  }
  const ours = Object.values(minimal).reduce((sum, { split }) => sum + split, 0);
  const all = WORLDS * Object.keys(kinds).length;
  return {
    title: `1-minimal results, of ${WORLDS.toLocaleString('en')} random worlds of each kind`,
    head: ['worlds', ...reducerNames],
    rows: Object.entries(minimal).map(([kind, counts]) => [kind, ...reducerNames.map((name) => counts[name])]),
    figures: [figure('not-minimal', all - ours, 0, `results that are not 1-minimal, of ${all.toLocaleString('en')}`)],
  };
}

/** Knows nothing of any search. */
function isOneMinimal(kept: readonly number[], length: number, oracle: Oracle): boolean {
  const isPart = kept.every((item, at) => item < length && item > (kept[at - 1] ?? -1));
  return isPart && oracle(kept) === 'same' && kept.every((_, at) => oracle(kept.toSpliced(at, 1)) !== 'same');
}
