import { expect, it } from 'vitest';
import type { Json } from '../json/json.ts';
import { likeness } from './likeness.ts';
import { ValueIds } from './value-ids.ts';

const like = (one: Json, other: Json): number => likeness(one, other, new ValueIds());

it.each<[string, Json, Json, number]>([
  ['equal values', { a: [1] }, { a: [1] }, 1],
  ['values of two kinds', 1, 'x', 0],
  ['a list and an object', [1], { 0: 1 }, 0],
  ['texts that are equal at both ends', 'turn 1: go', 'turn 2: go', 0.9],
  ['equal items', ['a', 'b'], ['b', 'c'], 0.5],
  ['equal fields', { a: 1, b: 2 }, { a: 1, c: 3 }, 1 / 3],
  ['a history that grew', { messages: ['a'] }, { messages: ['a', 'b'] }, 0.5],
])('%s', (_, one, other, share) => {
  expect(like(one, other)).toBeCloseTo(share);
  expect(like(other, one)).toBeCloseTo(share);
});
