import { canonicalJson, decodeValue, encodeValue, type Json } from '@stepfork/trace';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { otherValue } from './other-value.ts';

function leaves(value: Json, path = ''): readonly (readonly [string, string])[] {
  if (value === null || typeof value !== 'object' || '$' in value) return [[path, canonicalJson(value)]];
  return Object.entries(value).flatMap(([key, part]) => leaves(part, `${path}/${key}`));
}

test('every leaf is another one, at the same place', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 3 }), (live) => {
      const value = encodeValue(live);
      const other = new Map(leaves(otherValue(value)));
      for (const [path, leaf] of leaves(value)) expect(other.get(path)).not.toBe(leaf);
    }),
  );
});

test('dates stay dates and big integers stay big integers', () => {
  const other = decodeValue(
    otherValue(encodeValue({ at: new Date('2026-01-01'), never: new Date(Number.NaN), n: 5n, bytes: new Uint8Array(2) })),
  );
  expect(other).toEqual({ at: new Date('2026-01-02'), never: new Date('2000-01-01'), n: 6n, bytes: 'stepfork' });
});
