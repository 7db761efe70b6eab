import fc from 'fast-check';
import { expect, it } from 'vitest';
import { jsonErrorAt } from './json-error-at.ts';

it.each([
  ['{"a": 1,}', 8],
  ['{"a": 1', 7],
  ["{'a': 1}", 1],
  ['[1, 2 3]', 6],
  ['{"a" 1}', 5],
  ['{"a": tru}', 6],
  ['{"a": 1} x', 9],
  ['"a\nb"', 0],
  ['', 0],
  ['[01]', 2],
])('finds where %j breaks', (text, at) => {
  expect(jsonErrorAt(text)).toBe(at);
});

it('agrees with JSON.parse on what is JSON', () => {
  const nearlyJson = fc.tuple(fc.json(), fc.nat(), fc.constantFrom('', ',', '"', '}', ']', ' ', '0', '\\')).map(([json, at, extra]) => {
    const place = at % (json.length + 1);
    return json.slice(0, place) + extra + json.slice(place + (extra === '' ? 1 : 0));
  });
  const property = fc.property(fc.oneof(fc.json(), nearlyJson), (text) => (jsonErrorAt(text) === null) === parses(text));
  expect(fc.check(property)).toMatchObject({ failed: false });
});

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
