import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { monotoneWorlds, needing, type Oracle, worlds } from '../../test/oracles.ts';
import type { Outcome } from './outcome.ts';
import { type Reduced, type ReduceOptions, reduce } from './reduce.ts';
import type { SearchProgress } from './run-search.ts';

const searches: fc.Arbitrary<ReduceOptions<number>> = fc.record(
  { search: fc.constantFrom('split', 'ddmin'), likely: fc.func(fc.boolean()) },
  { requiredKeys: [] },
);
const later = (oracle: Oracle) => async (part: readonly number[]) => oracle(part);
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index);
const without = (part: readonly number[], item: number) => part.filter((other) => other !== item);

describe('what reduce gives', () => {
  it('is a part of the items in their order that shows the failure, and no single item of it can go', async () => {
    const property = fc.asyncProperty(worlds(14), searches, async ({ items, oracle }, options) => {
      const { kept, proven, stopped, counts } = await reduce(items, later(oracle), options);
      expect(items.filter((item) => kept.includes(item))).toEqual(kept);
      expect(oracle(kept)).toBe('same');
      const removals = kept.map((item) => oracle(without(kept, item)));
      expect(removals).not.toContain('same');
      expect({ proven, stopped }).toEqual({ proven: true, stopped: null });
      expect(counts.removals).toEqual({
        tried: kept.length,
        unresolved: removals.filter((one) => one === 'unresolved').length,
        ruledOut: 0,
      });
    });
    await fc.assert(property, { numRuns: 1000 });
  });

  it('is one of the minimal parts that trying all parts finds, where more never shows less', async () => {
    const property = fc.asyncProperty(monotoneWorlds(12), searches, async ({ items, oracle }, options) => {
      const showing = allParts(items).filter((part) => oracle(part) === 'same');
      const minimal = showing.filter(
        (part) => !showing.some((other) => other.length < part.length && other.every((one) => part.includes(one))),
      );
      expect(minimal).toContainEqual((await reduce(items, later(oracle), options)).kept);
    });
    await fc.assert(property, { numRuns: 60 });
  });

  it('is found again as it is: nothing goes from what was reduced', async () => {
    const property = fc.asyncProperty(worlds(14), fc.option(fc.func(fc.boolean())), async ({ items, oracle }, likely) => {
      const options = likely === null ? {} : { likely };
      const { kept } = await reduce(items, later(oracle), options);
      expect((await reduce(kept, later(oracle), options)).kept).toEqual(kept);
    });
    await fc.assert(property, { numRuns: 1000 });
  });

  it('is the same whatever the number of workers and whichever test ends first, but for the tests in vain', async () => {
    const property = fc.asyncProperty(
      worlds(14),
      searches,
      fc.integer({ min: 2, max: 9 }),
      fc.option(fc.nat(20)),
      fc.scheduler(),
      async ({ items, oracle }, search, workers, most, scheduler) => {
        const options = { ...search, ...(most === null ? {} : { maxTests: most }) };
        const alone = await reduce(items, later(oracle), options);
        const scheduled = async (part: readonly number[]): Promise<Outcome> => await scheduler.schedule(Promise.resolve(oracle(part)));
        const together = await scheduler.waitFor(reduce(items, scheduled, { ...options, workers }));
        expect(withoutVain(together)).toEqual(withoutVain(alone));
        expect(alone.counts.inVain).toBe(0);
      },
    );
    await fc.assert(property, { numRuns: 500 });
  });
});

describe('the tests of reduce', () => {
  it('are asked of each part at most once, never of the whole, and at most as many at a time as there are workers', async () => {
    const property = fc.asyncProperty(
      worlds(14),
      searches,
      fc.integer({ min: 1, max: 9 }),
      fc.scheduler(),
      async ({ items, oracle }, search, workers, scheduler) => {
        const asked: string[] = [];
        let [running, most] = [0, 0];
        const test = async (part: readonly number[]) => {
          asked.push(part.join());
          running += 1;
          most = Math.max(most, running);
          await scheduler.schedule(Promise.resolve());
          running -= 1;
          return oracle(part);
        };
        const { counts } = await scheduler.waitFor(reduce(items, test, { ...search, workers }));
        expect(most).toBeLessThanOrEqual(workers);
        expect(new Set(asked).size).toBe(asked.length);
        expect(asked.length).toBe(counts.tests + counts.inVain);
        if (items.length > 0) expect(asked).not.toContain(items.join());
      },
    );
    await fc.assert(property, { numRuns: 500 });
  });

  it('are as many as may be: a budget of what it takes is enough', async () => {
    const property = fc.asyncProperty(worlds(14), searches, async ({ items, oracle }, options) => {
      const free = await reduce(items, later(oracle), options);
      expect(await reduce(items, later(oracle), { ...options, maxTests: free.counts.tests })).toEqual(free);
    });
    await fc.assert(property, { numRuns: 300 });
  });

  it('are few for few needed items of many: what is known to go is gone', async () => {
    const { counts } = await reduce(upTo(1000), later(needing(3, 71, 400, 999)));
    expect(counts.tests).toBeLessThan(60);
  });

  it('are those of delta debugging where that is asked for: subsets, then complements, then finer', async () => {
    const asked: string[] = [];
    const test = async (part: readonly number[]) => {
      asked.push(part.join(''));
      return needing(1, 7)(part);
    };
    await reduce(upTo(8), test, { search: 'ddmin' });
    const subsets = ['0123', '4567', '01', '23', '45', '67'];
    expect(asked).toEqual([...subsets, '234567', '014567', '0167', '0', '1', '6', '7', '167', '17']);
  });

  it('are one for each needed item and one more where the guess is right', async () => {
    const needed = [3, 71, 400, 999];
    const { counts } = await reduce(upTo(1000), later(needing(...needed)), { likely: (item) => needed.includes(item) });
    expect(counts.tests).toBe(needed.length + 1);
  });

  it('end with the budget, and what was found so far shows the failure', async () => {
    const oracle = needing(17, 71);
    const { kept, proven, stopped, counts } = await reduce(upTo(100), later(oracle), { maxTests: 12 });
    expect({ proven, stopped, tests: counts.tests, shows: oracle(kept) }).toEqual({
      proven: false,
      stopped: 'budget',
      tests: 12,
      shows: 'same',
    });
    expect(kept.length).toBeLessThan(100);
  });

  it('end with the signal, which what runs may heed, and what was found so far shows the failure', async () => {
    const ended = new AbortController();
    const oracle = needing(17, 71);
    let asked = 0;
    const test = async (part: readonly number[]) => {
      asked += 1;
      if (asked === 5) ended.abort();
      ended.signal.throwIfAborted();
      return oracle(part);
    };
    const { kept, proven, stopped } = await reduce(upTo(100), test, { signal: ended.signal });
    expect({ proven, stopped, asked, shows: oracle(kept) }).toEqual({ proven: false, stopped: 'aborted', asked: 5, shows: 'same' });
  });

  it('throw what they throw, when no other test runs any more', async () => {
    const broken = new Error('the disk is full');
    let running = 0;
    const test = async (part: readonly number[]): Promise<Outcome> => {
      running += 1;
      for (let turn = 0; turn < part.length; turn += 1) await Promise.resolve();
      running -= 1;
      if (part.length < 40) throw broken;
      return 'same';
    };
    await expect(reduce(upTo(100), test, { workers: 4 })).rejects.toBe(broken);
    expect(running).toBe(0);
  });

  it('are told one by one, with how many items are left', async () => {
    const seen: SearchProgress[] = [];
    const { counts, kept } = await reduce(upTo(50), later(needing(7)), {
      likely: (item) => item === 8,
      onProgress: (one) => seen.push(one),
    });
    expect(seen.map(({ tests }) => tests)).toEqual([...seen].map(({ tests }) => tests).sort((a, b) => a - b));
    expect(seen.map(({ kept: left }) => left)).toEqual([...seen].map(({ kept: left }) => left).sort((a, b) => b - a));
    expect(new Set(seen.map(({ phase }) => phase))).toEqual(new Set(['guess', 'split', 'prove']));
    expect(seen.at(-1)).toMatchObject({ tests: counts.tests, kept: kept.length });
  });
});

function allParts([first, ...rest]: readonly number[]): readonly (readonly number[])[] {
  if (first === undefined) return [[]];
  const parts = allParts(rest);
  return [...parts, ...parts.map((part) => [first, ...part])];
}

function withoutVain({ counts: { inVain: _, ...counts }, ...reduced }: Reduced<number>): unknown {
  return { ...reduced, counts };
}
