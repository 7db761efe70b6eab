import { expect, test } from 'vitest';
import { decodeValue } from './decode-value.ts';
import { encodeValue } from './encode-value.ts';
import { JsonNumber } from './json-number.ts';

test('a number that a double cannot hold is carried by its digits', () => {
  expect(encodeValue({ id: new JsonNumber('12345678901234567890') })).toEqual({ id: { $: 'json-number', value: '12345678901234567890' } });
});

test('read by somebody who does not know its place it is the nearest double', () => {
  expect(decodeValue(encodeValue(new JsonNumber('9007199254740993')))).toBe(9007199254740992);
});

test('one of another copy of the package is known', () => {
  class Foreign {
    readonly text = '1e400';
  }
  const foreign = Object.defineProperty(new Foreign(), Symbol.for('stepfork.json-number'), { value: true });
  expect(encodeValue(foreign)).toEqual({ $: 'json-number', value: '1e400' });
  expect(JsonNumber.isInstance({ text: '1' })).toBe(false);
});
