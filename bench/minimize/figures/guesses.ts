import { reduce } from '@stepfork/minimize';
import { figure } from '../../src/figure.ts';
import { mean } from '../measure.ts';
import { itemsUpTo, needingAll, pickNeeded } from '../oracles.ts';
import { type Random, randomFrom } from '../random.ts';
import type { BenchOptions, Section } from '../section.ts';

const WORLDS = 60;
const guesses = ['none', 'exact', 'as many too much', '9 of 10, as many too much', 'useless'] as const;
type Guess = (typeof guesses)[number];

/** A guess at what is needed, right and wrong: mean tests. */
export async function guessFigures({ seed }: BenchOptions): Promise<Section> {
  const cases = [100, 1000, 10_000].flatMap((length) => [1, 3, 10].map((needed) => ({ length, needed })));
  const measured: { readonly length: number; readonly needed: number; readonly tests: Readonly<Record<Guess, number>> }[] = [];
  for (const one of cases) measured.push({ ...one, tests: await meanTests(one, seed) });
  const worst = (ratio: (one: (typeof measured)[number]) => number): number => Math.max(...measured.map(ratio));
  return {
    title: 'Tests with a guess at what is needed, mean',
    head: ['items', 'needed', ...guesses],
    rows: measured.map(({ length, needed, tests }) => [length.toLocaleString('en'), needed, ...guesses.map((guess) => tests[guess])]),
    figures: [
      figure(
        'guess-exact',
        worst(({ needed, tests }) => tests.exact / (needed + 1)),
        1,
        'worst case of tests / (needed + 1)',
      ),
      figure(
        'guess-too-much',
        worst(({ needed, tests }) => tests['as many too much'] / (3 * needed + 2)),
        1,
        'worst case of tests / (3 needed + 2), as many wrong ones in the guess as right ones',
      ),
      figure(
        'guess-useless',
        worst(({ tests }) => tests.useless / tests.none),
        1.25,
        'worst case of tests / tests without a guess',
      ),
    ],
  };
}

async function meanTests(
  { length, needed }: { readonly length: number; readonly needed: number },
  seed: number,
): Promise<Readonly<Record<Guess, number>>> {
  const tests: Record<Guess, number[]> = { none: [], exact: [], 'as many too much': [], '9 of 10, as many too much': [], useless: [] };
  for (let world = 0; world < WORLDS; world += 1) {
    const random = randomFrom(seed * 1_000_003 + world * 7919 + length * 31 + needed);
    const wanted = pickNeeded(length, needed, 'scattered', random);
    const wrong = wrongOnes(length, wanted, random);
    const told: Record<Guess, ReadonlySet<number> | null> = {
      none: null,
      exact: wanted,
      'as many too much': new Set([...wanted, ...wrong]),
      '9 of 10, as many too much': new Set([...[...wanted].filter(() => random() < 0.9), ...wrong]),
      useless: new Set(wrong),
    };
    for (const guess of guesses) {
      const likely = told[guess];
      const test = async (part: readonly number[]) => needingAll(wanted)(part);
      const { kept, counts } = await reduce(itemsUpTo(length), test, likely === null ? {} : { likely: (item) => likely.has(item) });
      if (kept.length !== needed) throw new Error(`${kept.length} items left, needed are ${needed}`);
      tests[guess].push(counts.tests);
    }
  }
  return Object.fromEntries(guesses.map((guess) => [guess, mean(tests[guess])])) as Record<Guess, number>;
}

/** As many that are not needed. */
function wrongOnes(length: number, wanted: ReadonlySet<number>, random: Random): readonly number[] {
  const all = pickNeeded(length, wanted.size * 2, 'scattered', random);
  return [...all].filter((item) => !wanted.has(item)).slice(0, wanted.size);
}
