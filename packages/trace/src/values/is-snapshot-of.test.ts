import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { personalText } from '../redaction/personal-text.ts';
import { encodeValue } from './encode-value.ts';
import { markImmutable } from './immutable.ts';
import { isSnapshotOf } from './is-snapshot-of.ts';

class Point {
  readonly x = 1;
}
const withField = Object.assign([1], { input: 'x' });
const throwing = Object.defineProperty({ a: 1 }, 'a', {
  enumerable: true,
  get() {
    throw new Error('no');
  },
});

/** Few names and few values, so that two of them are often alike. */
const value = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<unknown>(null, true, 0, -0, 1, Number.NaN, '', 'a', undefined, 1n, new Date(0), '\ud800'),
    fc.array(tie('value'), { maxLength: 2 }),
    fc.dictionary(fc.constantFrom('a', 'b', '$', '__proto__'), tie('value'), { maxKeys: 2 }),
  ),
})).value;

describe('isSnapshotOf', () => {
  it('holds only where the snapshot is the same to the letter', () => {
    fc.assert(
      fc.property(value, value, (one, other) => {
        const json = encodeValue(one);
        if (isSnapshotOf(json, other)) expect(JSON.stringify(encodeValue(other))).toBe(JSON.stringify(json));
      }),
      { numRuns: 2000 },
    );
  });

  it('holds for what JSON can say, however it is met', () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: true }), (one) => {
        const json = encodeValue(one);
        const isPlain = !hasDollarKey(json);
        expect(isSnapshotOf(json, one)).toBe(isPlain);
        expect(isSnapshotOf(json, structuredClone(one))).toBe(isPlain);
      }),
    );
  });

  it.each<[string, unknown, unknown]>([
    ['another order of keys', { a: 1, b: 2 }, { b: 2, a: 1 }],
    ['a field more', { a: 1 }, { a: 1, b: undefined }],
    ['-0', [0], [-0]],
    ['an instance of a class', { x: 1 }, new Point()],
    ['a list with a field', [1], withField],
    ['a list with a hole', [1, 2], Object.assign(new Array(2), { 0: 1 })],
    ['a list for an object', {}, []],
    ['a text that says who somebody is', {}, personalText('user-7')],
    ['a getter that throws', { a: 1 }, throwing],
    ['what is tagged', { $: 'undefined' }, { $: 'undefined' }],
  ])('does not hold for %s', (_, json, other) => {
    expect(isSnapshotOf(json as never, other)).toBe(false);
  });

  it('looks once at what nobody changes', () => {
    let reads = 0;
    const ownKeys = (target: object): (string | symbol)[] => {
      reads += 1;
      return Reflect.ownKeys(target);
    };
    const message = markImmutable(new Proxy({ role: 'user' }, { ownKeys }));
    const json = { role: 'user' };
    expect([isSnapshotOf(json, message), isSnapshotOf(json, message), isSnapshotOf({ role: 'user' }, message)]).toEqual([true, true, true]);
    expect(reads).toBe(2);
  });
});

it('asks no getter, so that each is asked once, by who takes the value down', () => {
  let asked = 0;
  const live = {
    get seq(): number {
      asked += 1;
      return asked;
    },
    id: 'a',
  };
  expect([isSnapshotOf({ seq: 1, id: 'b' }, live), isSnapshotOf({ seq: 1, id: 'a' }, live), asked]).toEqual([false, false, 0]);
});

/** What JSON cannot say is an object with that key. */
function hasDollarKey(json: unknown): boolean {
  let isThere = false;
  JSON.stringify(json, (key, value) => {
    isThere ||= key === '$';
    return value;
  });
  return isThere;
}
