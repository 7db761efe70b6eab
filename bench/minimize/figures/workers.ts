import { type Outcome, reduce } from '@stepfork/minimize';
import { figure } from '../../src/figure.ts';
import { mean } from '../measure.ts';
import { itemsUpTo, needingAll, type Oracle, pickNeeded } from '../oracles.ts';
import { randomFrom } from '../random.ts';
import type { BenchOptions, Section } from '../section.ts';

const WORLDS = 20;
const workers = [1, 2, 4, 8] as const;

interface Rounds {
  readonly rounds: number;
  readonly tests: number;
}

/** Rounds of tests one after the other, if every test takes as long as any other; what is run ahead in vain is the price. */
export async function workerFigures({ seed }: BenchOptions): Promise<Section> {
  const cases = [
    [100, 3],
    [100, 10],
    [1000, 3],
    [1000, 10],
  ] as const;
  const measured: (readonly [string, readonly Rounds[]])[] = [];
  for (const [length, needed] of cases) {
    const each: Rounds[] = [];
    for (const count of workers) each.push(await meanRounds(length, needed, count, seed));
    measured.push([`${length.toLocaleString('en')} items, ${needed} needed`, each]);
  }
  const [alone, two, , eight] = measured.at(-1)?.[1].map(({ rounds }) => rounds) ?? [];
  if (alone === undefined || two === undefined || eight === undefined) throw new Error('nothing was measured');
  return {
    title: 'Rounds of tests (and all tests) by number of workers, mean',
    head: ['', ...workers.map((count) => `${count}`)],
    rows: measured.map(([name, each]) => [name, ...each.map(({ rounds, tests }) => `${Math.round(rounds)} (${Math.round(tests)})`)]),
    figures: [
      figure('rounds-2-workers', two / alone, 0.7, 'rounds / rounds of one worker, 1,000 items, 10 needed'),
      figure('rounds-8-workers', eight / alone, 0.35, 'the same'),
    ],
  };
}

async function meanRounds(length: number, needed: number, count: number, seed: number): Promise<Rounds> {
  const each: Rounds[] = [];
  for (let world = 0; world < WORLDS; world += 1) {
    const random = randomFrom(seed * 1_000_003 + world * 7919 + length * 31 + needed);
    const machine = inStep(needingAll(pickNeeded(length, needed, 'scattered', random)));
    const { counts } = await reduce(itemsUpTo(length), machine.test, { workers: count });
    each.push({ rounds: machine.rounds(), tests: counts.tests + counts.inVain });
  }
  return { rounds: mean(each.map(({ rounds }) => rounds)), tests: mean(each.map(({ tests }) => tests)) };
}

/** Tests that were started together end together. */
function inStep(oracle: Oracle): { readonly test: (part: readonly number[]) => Promise<Outcome>; readonly rounds: () => number } {
  let ends: (() => void)[] = [];
  let rounds = 0;
  const endRound = (): void => {
    rounds += 1;
    for (const end of ends.splice(0)) end();
  };
  const test = (part: readonly number[]): Promise<Outcome> =>
    new Promise((resolve) => {
      if (ends.length === 0) setImmediate(endRound);
      ends = [...ends, () => resolve(oracle(part))];
    });
  return { test, rounds: () => rounds };
}
