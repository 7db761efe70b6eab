import { describe, expect, it, test } from 'vitest';
import type { Json } from '../json/json.ts';
import { decodeValue } from './decode-value.ts';
import { encodeValue } from './encode-value.ts';
import { type Frozen, freezeParts, frozenIn } from './frozen.ts';

const { freeze } = Object;

describe('what is frozen in a value is frozen in a copy of it', () => {
  it.each<readonly [string, object, Frozen | null]>([
    ['nothing', { a: [{}] }, null],
    ['all of it', freeze([freeze({ id: freeze(['a']) })]), { whole: [''], alone: [] }],
    ['the object alone', freeze({ a: [1] }), { whole: [], alone: [''] }],
    ['a part', { 'a/b': freeze([freeze({})]), c: {} }, { whole: ['/a~1b'], alone: [] }],
    ['parts of a part', freeze({ a: freeze({ b: freeze([]), c: [] }) }), { whole: ['/a/b'], alone: ['/a', ''] }],
    ['an object that holds dates and maps', freeze({ at: new Date(0), by: new Map([['a', {}]]) }), { whole: [''], alone: [] }],
    ['an object with a part that has a key like a tag', freeze({ a: freeze([]), b: { $: 1, c: [] } }), { whole: ['/a'], alone: [''] }],
    ['a list with a part that has the key __proto__', freeze([JSON.parse('{ "__proto__": {} }')]), { whole: [], alone: [''] }],
    ['an object without a prototype', freeze(Object.assign(Object.create(null), { a: 1 })), { whole: [''], alone: [] }],
  ])('%s', (_, value, frozen) => {
    const json = encodeValue(value);
    const copy = decodeValue(json);

    expect(frozenIn(copy, json)).toBeNull();
    freezeParts(copy, frozenIn(value, json) ?? { whole: [], alone: [] });

    expect(frozenIn(value, json)).toEqual(frozen);
    expect(frozenIn(copy, json)).toEqual(frozen);
  });
});

test('a getter is not asked, and what a proxy does is no matter', () => {
  let asked = 0;
  const value = freeze({
    get part() {
      asked += 1;
      return freeze({});
    },
  });
  const trap = new Proxy({}, { getOwnPropertyDescriptor: () => expect.fail('asked') });

  expect(frozenIn(value, { part: {} })).toEqual({ whole: [], alone: [''] });
  expect(frozenIn(trap, { part: {} })).toBeNull();
  expect(asked).toBe(0);
});

test('parts that a shortened value lacks are passed over', () => {
  const value: Json = { a: [1], b: null };

  freezeParts(value, { whole: ['/a/3', '/b', '/c/d'], alone: ['/b/x', '/a/length'] });

  expect(frozenIn(value, value)).toBeNull();
});
