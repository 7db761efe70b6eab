import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Place } from './json-parts.ts';
import type { Outcome } from './outcome.ts';
import { type ReduceJsonOptions, reduceJson } from './reduce-json.ts';

type Oracle = (values: readonly unknown[]) => Outcome;

/** Shows the failure where all of these leaves can be found, wherever they are. */
const holding =
  (...leaves: readonly unknown[]): Oracle =>
  (values) =>
    leaves.every((leaf) => JSON.stringify(values).includes(JSON.stringify(leaf))) ? 'same' : 'other';
const later = (oracle: Oracle) => async (values: readonly unknown[]) => oracle(values);

const json = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.nat(9),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b', '__proto__', '0'), tie('value'), { maxKeys: 3 }),
  ),
})).value;
const worlds = fc
  .tuple(fc.array(json, { maxLength: 3 }), fc.integer(), fc.boolean())
  .map(([values, seed, lawless]) => ({ values, oracle: lawless ? anyOutcome(values, seed) : holding(seed & 7, seed & 3) }))
  .filter(({ values, oracle }) => oracle(values) === 'same');

const order = (id: number) => ({ id, amount: { value: 4999, currency: 'JPY' }, history: [{ at: 1 }, { at: 2 }] });

describe('reduceJson', () => {
  it('gives values that show the failure, made of what was given, of which no single node can go', async () => {
    const property = fc.asyncProperty(worlds, fc.func(fc.boolean()), fc.boolean(), async ({ values, oracle }, wasRead, knows) => {
      const reduced = await reduceJson(values, later(oracle), {
        unit: 'node',
        ...(knows ? { wasRead: ({ path }: Place) => wasRead(path) } : {}),
      });
      expect(oracle(reduced.values)).toBe('same');
      const single = withoutEach(reduced.values);
      expect(single.map(oracle)).not.toContain('same');
      expect(reduced).toMatchObject({ proven: true, stopped: null, counts: { removals: { tried: single.length } } });
      expect(leavesOf(values)).toEqual(expect.arrayContaining([...leavesOf(reduced.values)]));
    });
    await fc.assert(property, { numRuns: 500 });
  });

  it('gives the same whatever the number of workers', async () => {
    const property = fc.asyncProperty(
      worlds,
      fc.constantFrom('node', 'class'),
      fc.integer({ min: 2, max: 9 }),
      fc.scheduler(),
      async ({ values, oracle }, unit, workers, scheduler) => {
        const scheduled = async (some: readonly unknown[]): Promise<Outcome> => await scheduler.schedule(Promise.resolve(oracle(some)));
        const together = await scheduler.waitFor(reduceJson(values, scheduled, { unit, workers }));
        const alone = await reduceJson(values, later(oracle), { unit });
        expect({ ...together, counts: { ...together.counts, inVain: 0 } }).toEqual(alone);
      },
    );
    await fc.assert(property, { numRuns: 200 });
  });

  it('gives again what is minimal', async () => {
    const property = fc.asyncProperty(worlds, fc.constantFrom('node', 'class'), async ({ values, oracle }, unit) => {
      const { values: once } = await reduceJson(values, later(oracle), { unit });
      expect((await reduceJson(once, later(oracle), { unit })).values).toEqual(once);
    });
    await fc.assert(property, { numRuns: 300 });
  });

  it('takes a path in all values of a kind for one class, array indices not told apart', async () => {
    const values = [[order(1), order(2)], [order(3)], { id: 4, amount: { value: 1 } }];
    const seen: (readonly unknown[])[] = [];
    const test = async (some: readonly unknown[]) => {
      seen.push(some);
      return holding('JPY')(some);
    };
    const reduced = await reduceJson(values, test, { unit: 'class', kindOf: (value) => (value < 2 ? 'list' : 'one') });
    const jpy = { amount: { currency: 'JPY' } };
    expect(reduced.values).toEqual([[jpy, jpy], [jpy], {}]);
    expect(seen.length).toBeLessThan(20);
  });

  it('drops what was not read with one test, whatever there is of it', async () => {
    const values = [Array.from({ length: 200 }, (_, id) => order(id))];
    const wasRead = ({ path: [index, key, inside] }: Place) => index === 7 && (key === undefined || key === 'id' || inside === 'currency');
    const { values: left, counts } = await reduceJson(values, later(holding(7, 'JPY')), { unit: 'node', wasRead });
    expect(left).toEqual([[{ id: 7, amount: { currency: 'JPY' } }]]);
    expect(counts.tests).toBe(1 + 4);
  });

  it('leaves what is required where what holds it is left', async () => {
    const isRequired = ({ path }: Place) => path.at(-1) === 'id' || path.at(-1) === 'amount';
    const options: ReduceJsonOptions = { unit: 'node', isRequired };
    const { values, proven } = await reduceJson([[order(71), order(72)]], later(holding(72)), options);
    expect({ values, proven }).toEqual({ values: [[{ id: 72, amount: {} }]], proven: true });
    const read = await reduceJson([[order(71), order(72)]], later(holding(72)), {
      ...options,
      wasRead: ({ path }) => path.join() === '1,id',
    });
    expect(read.values).toEqual(values);
  });

  it('leaves alone what is no plain object or array, and what it is told not to look into', async () => {
    const when = new Date(0);
    const tagged = { $: 'json-number', value: '9007199254740993' };
    const values = [{ when, tagged, id: 7 }];
    const keysOf = (value: unknown) => (value === tagged || value === when ? null : Object.keys(Object(value)));
    const test = async ([one]: readonly unknown[]): Promise<Outcome> =>
      'when' in Object(one) && 'tagged' in Object(one) ? 'same' : 'other';
    const reduced = await reduceJson(values, test, { unit: 'node', keysOf: (value) => (typeof value === 'number' ? null : keysOf(value)) });
    expect(reduced.values).toEqual([{ when, tagged }]);
    expect(Object.values(Object(reduced.values[0]))).toEqual([when, tagged]);
    expect(values).toEqual([{ when, tagged, id: 7 }]);
  });
});

/** Any outcome, but always the same for the same values, and that these show the failure. */
function anyOutcome(values: readonly unknown[], seed: number): Oracle {
  const whole = JSON.stringify(values);
  return (some) => {
    const text = JSON.stringify(some);
    if (text === whole) return 'same';
    const mixed = [...text].reduce((hash, letter) => Math.imul(hash ^ letter.charCodeAt(0), 0x5bd1e995) ^ (hash >>> 13), seed);
    return (['same', 'other', 'unresolved', 'other'] as const)[mixed & 3] ?? 'other';
  };
}

/** The values, each time less one member or element of what they hold. */
function withoutEach(value: unknown): readonly (readonly unknown[])[] {
  const fewer = (one: unknown): readonly unknown[] => {
    if (typeof one !== 'object' || one === null) return [];
    const members = Object.entries(one);
    const shorter = members.flatMap((member, at) => [
      members.toSpliced(at, 1),
      ...fewer(member[1]).map((less) => members.toSpliced(at, 1, [member[0], less])),
    ]);
    return shorter.map((left) => (Array.isArray(one) ? left.map(([, inside]) => inside) : Object.fromEntries(left)));
  };
  const values = value as readonly unknown[];
  return values.flatMap((one, at) => fewer(one).map((less) => values.toSpliced(at, 1, less)));
}

function leavesOf(value: unknown): readonly unknown[] {
  if (typeof value !== 'object' || value === null) return [value];
  return Object.values(value).flatMap(leavesOf);
}
