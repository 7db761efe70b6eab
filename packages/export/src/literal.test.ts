import assert from 'node:assert/strict';
import type { Json } from '@stepfork/trace';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toLiteral } from './literal.ts';
import { hostileStrings } from './testing/hostile-strings.ts';

const text = fc.oneof(fc.constantFrom(...hostileStrings), fc.string({ unit: 'binary' }), loneSurrogates(), mixed());
const json = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    text,
    fc.double(),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value')),
    // Built through entries, so that `__proto__` is a property of its own.
    fc.array(fc.tuple(text, tie('value'))).map((entries) => Object.fromEntries(entries)),
  ),
})).value;

test('what a literal evaluates to is the data, whatever it holds', () => {
  fc.assert(
    fc.property(json, fc.nat(12), (value, indent) => {
      // Not `toStrictEqual`, which takes a key named `constructor` for the class of the object.
      assert.deepStrictEqual(evaluate(toLiteral(value, indent)), value);
    }),
    { numRuns: 1_000 },
  );
});

test('the order of keys is kept', () => {
  fc.assert(
    fc.property(json, (value) => {
      expect(JSON.stringify(evaluate(toLiteral(value)))).toBe(JSON.stringify(value));
    }),
  );
});

test('a literal is well-formed text without invisible characters and without the end of a script', () => {
  fc.assert(
    fc.property(json, (value) => {
      const source = toLiteral(value);
      expect(source).not.toMatch(/[^\P{Cc}\n]|[\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u);
      expect(source).not.toMatch(/<\/|<!--/);
    }),
  );
});

test.each(hostileStrings)('%j stays one literal on one line, as a value and as a key', (value) => {
  expect(toLiteral(value)).not.toContain('\n');
  expect(evaluate(toLiteral(value))).toBe(value);
  const keyed = Object.fromEntries([[value, true]]);
  expect(toLiteral(keyed)).not.toContain('\n');
  assert.deepStrictEqual(evaluate(toLiteral(keyed)), keyed);
  expect(Object.keys(evaluate(toLiteral(keyed)) as object)).toEqual([value]);
});

test('a key __proto__ becomes a property and never the prototype', () => {
  const value = JSON.parse('{"__proto__":{"admin":true},"a":1}') as Json;
  const back = evaluate(toLiteral(value)) as object;
  expect(Object.keys(back)).toEqual(['__proto__', 'a']);
  expect(Object.getPrototypeOf(back)).toBe(Object.prototype);
});

test('short data stands on one line, long data has a line for each part', () => {
  expect(toLiteral({ tool: 'issue_refund', with: { amount_cents: 4999 }, times: 1 })).toBe(
    "{ tool: 'issue_refund', with: { amount_cents: 4999 }, times: 1 }",
  );
  expect(toLiteral({ list: ['a'.repeat(60), 'b'.repeat(60)], empty: [], none: {} }, 4)).toBe(
    `{\n      list: [\n        '${'a'.repeat(60)}',\n        '${'b'.repeat(60)}',\n      ],\n      empty: [],\n      none: {},\n    }`,
  );
});

function evaluate(source: string): unknown {
  return new Function(`'use strict'; return (${source});`)();
}

function loneSurrogates(): fc.Arbitrary<string> {
  return fc.array(fc.integer({ min: 0xd700, max: 0xe010 })).map((units) => String.fromCharCode(...units));
}

function mixed(): fc.Arbitrary<string> {
  return fc.array(fc.constantFrom(...hostileStrings, 'a', ' ', '/', '<', '!', '-')).map((parts) => parts.join(''));
}
