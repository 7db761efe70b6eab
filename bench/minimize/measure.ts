import { type Outcome, reduce } from '@stepfork/minimize';
import type { Baseline } from './baselines/baseline.ts';
import { cdd } from './baselines/cdd.ts';
import { lithium } from './baselines/lithium.ts';
import { probDd } from './baselines/prob-dd.ts';
import { itemsUpTo } from './oracles.ts';

/** What a reducer made of a list. */
export interface Measured {
  readonly kept: readonly number[];
  /** Tests of different parts, the first that the whole shows the failure not counted. */
  readonly tests: number;
}

export type Reducer = (length: number, test: (part: readonly number[]) => Outcome | Promise<Outcome>) => Promise<Measured>;

/** Our search, then what it is compared with. */
export const reducers = {
  split: ours('split'),
  ddmin: ours('ddmin'),
  Lithium: counted(lithium),
  ProbDD: counted(probDd),
  CDD: counted(cdd),
} as const satisfies Readonly<Record<string, Reducer>>;

export type ReducerName = keyof typeof reducers;
export const reducerNames = Object.keys(reducers) as readonly ReducerName[];

function ours(search: 'split' | 'ddmin'): Reducer {
  return async (length, test) => {
    const { kept, counts } = await reduce(itemsUpTo(length), async (part) => test(part), { search });
    return { kept, tests: counts.tests };
  };
}

function counted(baseline: Baseline): Reducer {
  return async (length, test) => {
    const outcomes = new Map<string, Outcome>();
    const kept = await baseline(itemsUpTo(length), async (part) => {
      const key = hash(part);
      const outcome = outcomes.get(key) ?? (await test(part));
      outcomes.set(key, outcome);
      return outcome === 'same';
    });
    return { kept, tests: outcomes.size };
  };
}

/** 64 bits of a part: the parts of a world are thousands, and some have thousands of items. */
function hash(part: readonly number[]): string {
  let [one, two] = [0x9e3779b9, 0x85ebca6b];
  for (const item of part) {
    one = Math.imul(one ^ item, 0x01000193) ^ (one >>> 15);
    two = Math.imul(two + item + 1, 0x5bd1e995) ^ (two >>> 13);
  }
  return `${part.length} ${one} ${two}`;
}

/** Arithmetic mean. */
export function mean(values: readonly number[]): number {
  if (values.length === 0) throw new Error('mean of nothing');
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
