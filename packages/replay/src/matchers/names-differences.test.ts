import type { Json } from '@stepfork/trace';
import { expect, it, test } from 'vitest';
import { namesDifferences } from './names-differences.ts';

const date = (value: string): Json => ({ $: 'date', value });

it.each<readonly [string, Json | undefined, Json, Json | undefined, boolean]>([
  ['the same input differs in nothing', undefined, { a: 1 }, { a: 1 }, true],
  ['the field that differs is named', { a: 2 }, { a: 2, b: 1 }, { a: 1, b: 1 }, true],
  ['another field is named', { b: 1 }, { a: 2, b: 1 }, { a: 1, b: 1 }, false],
  ['a new field is a difference', { a: 2 }, { a: 2, memo: 'x' }, { a: 1 }, false],
  ['a new field is named', { a: 2, memo: 'x' }, { a: 2, memo: 'x' }, { a: 1 }, true],
  ['a field that is gone cannot be named', { a: 1 }, { a: 1 }, { a: 1, b: 2 }, false],
  ['down to the leaves: only the object is named', { to: {} }, { to: { id: 2 } }, { to: { id: 1 } }, false],
  ['down to the leaves', { to: { id: 2 } }, { to: { id: 2, name: 'x' } }, { to: { id: 1, name: 'x' } }, true],
  ['a new object, of which one leaf is not named', { to: { id: 2 } }, { to: { id: 2, name: 'x' } }, {}, false],
  ['items of a list by place', { ids: [1, 9] }, { ids: [1, 9] }, { ids: [1, 2] }, true],
  ['a shorter list is named with its length', { ids: [1] }, { ids: [1] }, { ids: [1, 2] }, true],
  ['an item of which a leaf is not named', { ids: [{ a: 1 }] }, { ids: [{ a: 1, b: 2 }] }, { ids: [] }, false],
  ['no lender: every field', { a: 1 }, { a: 1, b: 2 }, undefined, false],
  ['no lender: all are named', { a: 1, b: 2 }, { a: 1, b: 2 }, undefined, true],
  [
    'a date is one leaf',
    { at: date('2026-01-02T00:00:00.000Z') },
    { at: date('2026-01-02T00:00:00.000Z') },
    { at: date('2026-01-01T00:00:00.000Z') },
    true,
  ],
  ['an empty object names no empty one that was full', {}, {}, { a: 1 }, true],
  ['a plain value', 2, 2, 1, true],
  ['a matcher names the leaf that it meets', { a: { $: 'match', min: 2 } }, { a: 2 }, { a: 1 }, true],
  ['a matcher that is not met names nothing', { a: { $: 'match', min: 3 } }, { a: 2 }, { a: 1 }, false],
  ['a matcher names no leaves within', { a: { $: 'match', type: 'object' } }, { a: { b: 2 } }, { a: { b: 1 } }, false],
  ['no pattern at all', undefined, 2, 1, false],
])('%s', (_, pattern, input, lender, expected) => {
  expect(namesDifferences(pattern, input, lender)).toBe(expected);
});

test.each<readonly [string, string, string, boolean]>([
  ['an id that was drawn is no difference', 'key-11111111', 'key-22222222', true],
  ['nor is one in the place of a plain text', 'key-11111111', 'key', true],
  ['another text is', 'key-1', 'key-2', false],
])('%s', (_, input, lender, expected) => {
  const isDrawn = (text: string): boolean => text.includes('11111111') || text.includes('22222222');
  expect(namesDifferences({}, { key: input }, { key: lender }, isDrawn)).toBe(expected);
});
