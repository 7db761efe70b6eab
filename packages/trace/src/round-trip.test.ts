import { deepStrictEqual } from 'node:assert';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { diffJson } from './diff/diff-json.ts';
import { canonicalJson } from './json/canonical-json.ts';
import type { Json } from './json/json.ts';
import { decodeValue } from './values/decode-value.ts';
import { encodeValue } from './values/encode-value.ts';

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string(),
  fc.constantFrom('', '\ud800', 'a\udfffb', '$', '__proto__', 'constructor', '"\\\n', '\u2028'),
);
const leaf = fc.oneof(
  text,
  fc.double(),
  fc.integer(),
  fc.boolean(),
  fc.constantFrom(null, undefined, Number.NaN, -0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY),
  fc.bigInt(),
  fc.date({ noInvalidDate: true }),
  fc.uint8Array(),
  fc.float64Array(),
  fc.bigUint64Array(),
  fc.uint8Array().map((bytes) => Buffer.from(bytes)),
  fc.uint8Array().map((bytes) => bytes.slice().buffer),
  fc.webUrl().map((url) => new URL(url)),
  fc.constantFrom(/a+b/gi, /[/]/u, new URLSearchParams('a=1&b=%20')),
);

/** Every value that a trace carries. */
const carried: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    leaf,
    fc.array(tie('value'), { maxLength: 5 }),
    fc.array(tie('value'), { maxLength: 5 }).map((items) => {
      if (items.length > 1) delete items[1];
      return items;
    }),
    fc.array(fc.tuple(text, tie('value')), { maxLength: 5 }).map(objectOf),
    fc.array(fc.tuple(tie('value'), tie('value')), { maxLength: 4 }).map((entries) => new Map(entries)),
    fc.array(tie('value'), { maxLength: 4 }).map((items) => new Set(items)),
    fc
      .tuple(fc.constantFrom(Error, TypeError, RangeError), text, tie('value'))
      .map(([Class, message, cause]) => Object.assign(new Class(message, { cause }), { code: 'E', status: 4 })),
  ),
})).value;

function objectOf(entries: readonly (readonly [string, unknown])[]): object {
  const object = {};
  for (const [key, value] of entries) Object.defineProperty(object, key, { value, enumerable: true, writable: true, configurable: true });
  return object;
}

test('decode ∘ encode is the identity for every carried value, key order included', () => {
  fc.assert(
    fc.property(carried, (value) => {
      const json = encodeValue(value);
      const back = decodeValue(json);
      deepStrictEqual(back, value);
      expect(JSON.stringify(encodeValue(back))).toBe(JSON.stringify(json));
    }),
    { numRuns: 2_000 },
  );
});

test('an encoded value is what its contract says: JSON that survives its own text, no reserved key, only well-formed text', () => {
  fc.assert(
    fc.property(carried, (value) => {
      const json = encodeValue(value);
      deepStrictEqual(JSON.parse(JSON.stringify(json)), json);
      checkContract(json);
    }),
  );
});

function checkContract(json: Json): void {
  if (typeof json === 'string') expect(/\p{Surrogate}/u.test(json)).toBe(false);
  if (typeof json === 'number') expect(Number.isFinite(json) && !Object.is(json, -0)).toBe(true);
  if (typeof json !== 'object' || json === null) return;
  if (!Array.isArray(json)) {
    expect(Object.hasOwn(json, '__proto__')).toBe(false);
    if (Object.hasOwn(json, '$')) expect(typeof (json as { $: unknown }).$).toBe('string');
  }
  for (const part of Object.values(json)) checkContract(part);
}

describe('canonical text and difference', () => {
  test('order of keys does not count', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.tuple(text, carried), { selector: ([key]) => key }), (entries) => {
        const one = encodeValue(objectOf(entries));
        const other = encodeValue(objectOf(entries.toReversed()));
        expect(canonicalJson(one)).toBe(canonicalJson(other));
        expect(diffJson(one, other)).toEqual([]);
      }),
    );
  });

  test('a difference is found if and only if the canonical texts differ', () => {
    const small = fc.oneof(fc.constantFrom<unknown>(undefined, null, 0, 1, '1', 'a', Number.NaN, new Date(0), [], {}), carried);
    const list = fc.array(small, { maxLength: 6 });
    const pair = fc.oneof(fc.tuple(carried, carried), fc.tuple(small, small), fc.tuple(list, list));
    fc.assert(
      fc.property(pair, ([one, other]) => {
        const [a, b] = [encodeValue(one), encodeValue(other)];
        expect(diffJson(a, b).length === 0).toBe(canonicalJson(a) === canonicalJson(b));
      }),
      { numRuns: 1_000 },
    );
  });
});
