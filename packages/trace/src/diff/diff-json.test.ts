import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalJson } from '../json/canonical-json.ts';
import type { Json } from '../json/json.ts';
import { encodeValue } from '../values/encode-value.ts';
import { type Difference, diffJson } from './diff-json.ts';

test.each<[string, unknown, unknown, readonly Difference[]]>([
  ['equal values', { a: [1, 2] }, { a: [1, 2] }, []],
  ['a changed leaf', { a: { b: 1 } }, { a: { b: 2 } }, [{ path: '/a/b', kind: 'changed', expected: 1, actual: 2 }]],
  ['keys with / and ~', { 'a/b': { '~': 1 } }, { 'a/b': { '~': 2 } }, [{ path: '/a~1b/~0', kind: 'changed', expected: 1, actual: 2 }]],
  [
    'an added and a removed key',
    { a: 1, b: 2 },
    { b: 2, c: 3 },
    [
      { path: '/a', kind: 'removed', expected: 1 },
      { path: '/c', kind: 'added', actual: 3 },
    ],
  ],
  [
    'keys of every object’s prototype',
    {},
    { constructor: 1, toString: 2 },
    [
      { path: '/constructor', kind: 'added', actual: 1 },
      { path: '/toString', kind: 'added', actual: 2 },
    ],
  ],
  ['an item put in at the front', [1, 2, 3], [0, 1, 2, 3], [{ path: '/0', kind: 'added', actual: 0 }]],
  ['an item taken out', [1, 2, 3], [1, 3], [{ path: '/1', kind: 'removed', expected: 2 }]],
  [
    'an item changed beside one put in',
    [
      { id: 1, n: 'a' },
      { id: 2, n: 'b' },
    ],
    [
      { id: 9, n: 'x' },
      { id: 1, n: 'a' },
      { id: 2, n: 'c' },
    ],
    [
      { path: '/0', kind: 'added', actual: { id: 9, n: 'x' } },
      { path: '/1/n', kind: 'changed', expected: 'b', actual: 'c' },
    ],
  ],
  [
    'two items in another order',
    ['a', 'b'],
    ['b', 'a'],
    [
      { path: '/0', kind: 'removed', expected: 'a' },
      { path: '/1', kind: 'added', actual: 'a' },
    ],
  ],
  ['another kind', { a: 1 }, { a: [1] }, [{ path: '/a', kind: 'changed', expected: 1, actual: [1] }]],
  ['undefined and null', { a: undefined }, { a: null }, [{ path: '/a', kind: 'changed', expected: { $: 'undefined' }, actual: null }]],
  [
    'dates as wholes',
    { at: new Date(0) },
    { at: new Date(1) },
    [
      {
        path: '/at',
        kind: 'changed',
        expected: { $: 'date', value: '1970-01-01T00:00:00.000Z' },
        actual: { $: 'date', value: '1970-01-01T00:00:00.001Z' },
      },
    ],
  ],
  ['errors by their parts', new Error('a'), new Error('b'), [{ path: '/message', kind: 'changed', expected: 'a', actual: 'b' }]],
  [
    'maps by their keys, in any order',
    new Map([
      ['a', 1],
      ['b', 2],
    ]),
    new Map([
      ['b', 3],
      ['a', 1],
    ]),
    [{ path: '/entries/1/1', kind: 'changed', expected: 2, actual: 3 }],
  ],
  [
    'sets, in any order',
    new Set([1, 2]),
    new Set([3, 1]),
    [
      { path: '/items/1', kind: 'removed', expected: 2 },
      { path: '/items/0', kind: 'added', actual: 3 },
    ],
  ],
  ['opaque values by what was seen', { a: [() => 1] }, { a: [0, () => 1] }, [{ path: '/a/0', kind: 'added', actual: 0 }]],
])('%s', (_, expected, actual, differences) => {
  expect(diffJson(encodeValue(expected), encodeValue(actual))).toEqual(differences);
});

test('a side that is not there', () => {
  expect(diffJson(undefined, 1)).toEqual([{ path: '', kind: 'added', actual: 1 }]);
  expect(diffJson(null, undefined)).toEqual([{ path: '', kind: 'removed', expected: null }]);
  expect(diffJson(undefined, undefined)).toEqual([]);
});

test('sets that look the same but hold their items another number of times differ as wholes', () => {
  const one: Json = { $: 'set', items: [{}, {}] };
  const other: Json = { $: 'set', items: [{}] };
  expect(canonicalJson(one)).not.toBe(canonicalJson(other));
  expect(diffJson(one, other)).not.toEqual([]);
});

describe('lists of any size', () => {
  const items = (count: number, seed: number): Json[] =>
    Array.from({ length: count }, (_, at) => ({ id: at * seed, text: `item ${at * seed}` }));

  test('two changes far apart in 10,000 items are two differences', () => {
    const list = items(10_000, 1);
    const changed = [...list.slice(0, 100), { id: -1, text: 'new' }, ...list.slice(100, 9_000), ...list.slice(9_001)];
    expect(diffJson(list, changed).map(({ path, kind }) => [path, kind])).toEqual([
      ['/100', 'added'],
      ['/9000', 'removed'],
    ]);
  });

  test('long lists without anything in common are compared place by place', () => {
    const differences = diffJson(items(5_000, 7), items(5_001, 13));
    expect(differences.at(-1)).toMatchObject({ path: '/5000', kind: 'added' });
  });

  test('a list of 200,000 items is compared from both ends, and where nothing is alike', () => {
    const long = Array.from({ length: 200_000 }, (_, at) => at);
    expect(diffJson(long, [-1, ...long])).toEqual([{ path: '/0', kind: 'added', actual: -1 }]);
    expect(
      diffJson(
        long,
        long.map((at) => -1 - at),
      ),
    ).toHaveLength(200_000);
  });

  test('deep values cost no more than their size', () => {
    const deep = (end: Json): Json => {
      let value: Json = end;
      for (let level = 0; level < 500; level++) value = { next: value, filler: Array.from({ length: 20 }, (_, at) => at) };
      return value;
    };
    expect(diffJson(deep(1), deep(2))).toEqual([{ path: '/next'.repeat(500), kind: 'changed', expected: 1, actual: 2 }]);
  });

  test('applying the differences to a list of texts gives the other list', () => {
    const list = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 12 });
    fc.assert(
      fc.property(list, list, (expected, actual) => {
        const differences = diffJson(expected, actual);
        const kept = expected.map(
          (text, at) => differences.find(({ path, kind }) => path === `/${at}` && kind === 'changed')?.actual ?? text,
        );
        const rest = kept.filter((_, at) => !differences.some(({ path, kind }) => path === `/${at}` && kind === 'removed'));
        for (const { path, kind, actual: added } of differences)
          if (kind === 'added') rest.splice(Number(path.slice(1)), 0, added as string);
        expect(rest).toEqual(actual);
      }),
      { numRuns: 1_000 },
    );
  });
});
