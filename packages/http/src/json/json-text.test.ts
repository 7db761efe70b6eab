import { encodeValue, type Json } from '@stepfork/trace';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jsonText } from './json-text.ts';
import { parseJson } from './parse-json.ts';

test.each([
  '12345678901234567890',
  '-9007199254740993',
  '1e400',
  '1e-400',
  '0.12345678901234567890',
  '[{"id":9007199254740993,"text":"9007199254740993"}]',
  '{"$":"date","n":12345678901234567890}',
])('%s comes back as it was written', (text) => {
  expect(jsonText(encodeValue(parseJson(text)))).toBe(text);
});

test.each([
  ['9007199254740991', 9007199254740991],
  ['1.50000000000000000', 1.5],
  ['0.10000000000000000', 0.1],
  ['1e21', 1e21],
  ['-0.006929283495992422', -0.006929283495992422],
])('%s is the double %d', (text, number) => {
  expect(parseJson(text)).toBe(number);
});

test.each(['', '{', '[1,]', '01', 'nothing', '{"a":1} 2', '[12345678901234567890', '{"a":12345678901234567890,}'])(
  '%j is no JSON',
  (text) => {
    expect(parseJson(text)).toBeUndefined();
  },
);

test('a text of the very digits stays a text, and a key that sets prototypes a key', () => {
  const parsed = parseJson('{"__proto__":["12345678901234567890",12345678901234567890,true,null,{}]}');
  expect(Object.keys(parsed as object)).toEqual(['__proto__']);
  expect(jsonText(encodeValue(parsed))).toBe('{"__proto__":["12345678901234567890",12345678901234567890,true,null,{}]}');
});

test('any JSON value comes back', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = JSON.stringify([value, 'and']).replace('"and"', '12345678901234567890');
      expect(JSON.parse(jsonText(encodeValue(parseJson(text)) as Json))).toEqual(JSON.parse(text));
    }),
  );
});
