import { describe, expect, test } from 'vitest';
import { encodeValue } from '../values/encode-value.ts';
import { canonicalJson } from './canonical-json.ts';
import type { Json } from './json.ts';
import { PointerError } from './json-pointer.ts';
import { omitPaths } from './omit-paths.ts';

const keyOf = (value: unknown): string => canonicalJson(encodeValue(value));

test('what is not the same has not the same text', () => {
  const values: readonly unknown[] = [
    ...[
      undefined,
      null,
      Number.NaN,
      new Date(0),
      new Date(Number.NaN),
      0,
      -0,
      '0',
      0n,
      false,
      '',
      [],
      {},
      [undefined],
      [null],
      { a: undefined },
    ],
    ...[
      Number.POSITIVE_INFINITY,
      Number.NEGATIVE_INFINITY,
      'NaN',
      'null',
      'undefined',
      new Map(),
      new Set(),
      new Uint8Array(),
      Buffer.alloc(0),
    ],
    ...[
      new ArrayBuffer(0),
      new Float64Array(),
      /a/,
      /a/g,
      new URL('https://a.example'),
      'https://a.example/',
      new Error(''),
      new TypeError(''),
    ],
    ...[
      { $: 'undefined' },
      { $: 'date', value: null },
      '1970-01-01T00:00:00.000Z',
      '\ud800',
      '\ufffd',
      [[]],
      [{}],
      { '': 1 },
      () => 1,
      Symbol('a'),
    ],
    ...[
      new Map([[1, 2]]),
      new Map([[2, 1]]),
      new Set([1]),
      new Set(['1']),
      [1, 2],
      [2, 1],
      Object.assign(new Array(3), { 0: 1, 2: 2 }),
      [1, undefined, 2],
      ['a', 'b'],
      ['a,b'],
    ],
  ];
  expect(new Set(values.map(keyOf)).size).toBe(values.length);
});

test.each<[string, unknown, unknown]>([
  ['1 and 1.0', 1, 1.0],
  ['1e21 in any spelling', JSON.parse('1e21'), JSON.parse('1000000000000000000000')],
  ['keys in another order, however many', Object.fromEntries(numbers(30)), Object.fromEntries(numbers(30).toReversed())],
  [
    'maps in another order',
    new Map([
      ['a', 1],
      ['b', 2],
    ]),
    new Map([
      ['b', 2],
      ['a', 1],
    ]),
  ],
  ['sets in another order', new Set([1, { b: 1, a: 2 }]), new Set([{ a: 2, b: 1 }, 1])],
  ['objects with a key $ in another order', { $: 1, a: 2 }, { a: 2, $: 1 }],
  ['functions', () => 1, () => 2],
  [
    'instances with equal fields',
    new (class A {
      x = 1;
    })(),
    new (class A {
      x = 1;
    })(),
  ],
])('%s are the same', (_, one, other) => {
  expect(keyOf(one)).toBe(keyOf(other));
});

function numbers(count: number): [string, number][] {
  return Array.from({ length: count }, (_, at) => [`k${(at * 7) % count}`, (at * 7) % count]);
}

test('it is JSON text', () => {
  const json = encodeValue({ b: 'line\n"quoted"\u2028\u0000é😀', a: [1.5, null, true] });
  expect(JSON.parse(canonicalJson(json))).toEqual(json);
  expect(canonicalJson(json).startsWith('{"a":[1.5,null,true],"b":"line\\n')).toBe(true);
});

describe('what is ignored', () => {
  const json: Json = {
    id: 1,
    meta: { at: 2, by: 'x' },
    items: [
      { id: 1, n: 1 },
      { id: 2, n: 2 },
    ],
    'a/b': { '~': 1 },
  };
  test.each<[readonly string[], Json, readonly string[]]>([
    [
      ['/id'],
      {
        meta: { at: 2, by: 'x' },
        items: [
          { id: 1, n: 1 },
          { id: 2, n: 2 },
        ],
        'a/b': { '~': 1 },
      },
      ['/id'],
    ],
    [['/meta/at', '/meta/none', '/none/at'], { ...json, meta: { by: 'x' } }, ['/meta/at']],
    [['/items/*/id'], { ...json, items: [{ n: 1 }, { n: 2 }] }, ['/items/0/id', '/items/1/id']],
    [['/items/0', '/items/1/id'], { ...json, items: [{ n: 2 }] }, ['/items/0', '/items/1/id']],
    [['/*/at', '/a~1b/~0'], { ...json, meta: { by: 'x' }, 'a/b': {} }, ['/meta/at', '/a~1b/~0']],
    [[''], null, ['']],
    [[], json, []],
  ])('%j', (pointers, rest, omitted) => {
    expect(omitPaths(json, pointers)).toEqual({ json: rest, omitted });
    expect(canonicalJson(json, pointers)).toBe(canonicalJson(rest));
  });

  test('neither its value nor its presence counts', () => {
    expect(canonicalJson({ a: 1, t: 1 }, ['/t'])).toBe(canonicalJson({ a: 1 }, ['/t']));
  });

  test('a map is gone through by its JSON form', () => {
    expect(canonicalJson(encodeValue(new Map([['a', 1]])), ['/entries/*/1'])).toBe('{"$":"map","entries":[["a"]]}');
  });

  test.each(['id', 'meta/at', '/a~2', '#/id'])('%s is no pointer', (pointer) => {
    expect(() => canonicalJson(json, [pointer])).toThrow(PointerError);
  });
});
