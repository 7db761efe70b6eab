import { expect, test } from 'vitest';
import { valuesOf } from './values-of.ts';

const chunks = [{ value: 'a', atMs: 1, endOrder: 1 }];

test('what a stream returned or threw at its end is a value of it, as its chunks are', () => {
  expect(valuesOf({ kind: 'streamed', chunks, end: { kind: 'done' } })).toEqual(['a']);
  expect(valuesOf({ kind: 'streamed', chunks, end: { kind: 'done', value: 'b' } })).toEqual(['a', 'b']);
  expect(valuesOf({ kind: 'streamed', chunks, end: { kind: 'threw', error: 'c' } })).toEqual(['a', 'c']);
  expect(valuesOf({ kind: 'streamed', chunks, end: { kind: 'cancelled' } })).toEqual(['a']);
});
