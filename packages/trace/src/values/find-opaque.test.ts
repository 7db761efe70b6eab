import { expect, test } from 'vitest';
import { encodeValue } from './encode-value.ts';
import { findOpaque } from './find-opaque.ts';

test.each<[string, unknown, ReturnType<typeof findOpaque>]>([
  ['nothing', { a: [new Date(0), new Map([[1, new Set([undefined])]])] }, null],
  ['a function', { a: [1, { run: () => 1 }] }, { path: '/a/1/run', type: 'function' }],
  ['one in a map', new Map([['k', Symbol('s')]]), { path: '/k', type: 'symbol' }],
  ['the first of two', [() => 1, Symbol('s')], { path: '/0', type: 'function' }],
  [
    'the outer one',
    new (class Outer {
      inner = () => 1;
    })(),
    { path: '', type: 'Outer' },
  ],
  ['a field of an error does not count', Object.assign(new Error('x'), { socket: () => 1 }), null],
  ['the cause of an error counts', new Error('x', { cause: () => 1 }), { path: '/cause', type: 'function' }],
  ['an object that only looks like one', { $: 'opaque', type: 'x', path: '' }, null],
])('%s', (_, value, expected) => {
  expect(findOpaque(encodeValue(value))).toEqual(expected);
});
