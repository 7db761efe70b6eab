import { AsyncLocalStorage } from 'node:async_hooks';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fingerprint } from './fingerprint.ts';

it('is the same for a copy', () => {
  fc.assert(
    fc.property(fc.anything({ withMap: true, withSet: true, withDate: true, withBigInt: true }), (value) => {
      expect(fingerprint(structuredClone(value))).toBe(fingerprint(value));
    }),
  );
});

const many = Object.fromEntries(Array.from({ length: 3_000 }, (_, index) => [`key ${index}`, index]));
const round: { self?: unknown } = {};
round.self = round;

it.each([
  ['a field', { a: 1 }, { a: 2 }],
  ['a field more', { a: 1 }, { a: 1, b: undefined }],
  ['a field more of very many', many, { ...many, last: 1 }],
  ['an entry of a map', new Map([['a', { n: 1 }]]), new Map([['a', { n: 2 }]])],
  ['an item of a set', new Set([1]), new Set([1, 2])],
  ['a date', new Date(0), new Date(1)],
  ['bytes', new Uint8Array([1]), new Uint8Array([2])],
  ['zero and minus zero', 0, -0],
  ['a number and its text', 1, '1'],
  ['the source of a function', () => 1, () => 2],
  ['the source of a getter', Object.defineProperty({}, 'a', { get: () => 1 }), Object.defineProperty({}, 'a', { get: () => 2 })],
  ['whether a field may be written', { a: 1 }, Object.defineProperty({ a: 1 }, 'a', { writable: false })],
  ['a cycle', round, { self: {} }],
  ['a symbol as key', { [Symbol.iterator]: 1 }, {}],
])('sees a change of %s', (_, before, after) => {
  expect(fingerprint(after)).not.toBe(fingerprint(before));
});

it('calls no getter, takes a proxy that throws, and ends soon for what is endless', () => {
  let calls = 0;
  const thrown = (): never => {
    throw new Error('asked');
  };
  const odd = {
    get asked() {
      calls += 1;
      return calls;
    },
    proxy: new Proxy({}, { ownKeys: thrown, get: thrown, getOwnPropertyDescriptor: thrown }),
    big: Array.from({ length: 1_000_000 }, (_, index) => index),
  };
  expect(fingerprint(odd).length).toBeLessThan(100_000);
  expect(calls).toBe(0);
});

it('is the same for a context that was used, and sees what somebody has put beside it', () => {
  const used = new AsyncLocalStorage();
  used.run('a run', () => {});
  expect(fingerprint(used)).toBe(fingerprint(new AsyncLocalStorage()));
  expect(fingerprint(Object.assign(used, { last: 'a run' }))).not.toBe(fingerprint(new AsyncLocalStorage()));
  expect(fingerprint(new AsyncLocalStorage())).not.toBe(fingerprint({}));
});
