import { expect, it } from 'vitest';
import { listKnown, nearest } from './nearest.ts';

it.each([
  ['isue_refund', 'issue_refund'],
  ['Frozen', 'frozen'],
  ['snik', 'sink'],
  ['hybrid', null],
])('takes %s for %s', (word, expected) => {
  expect(nearest(word, ['frozen', 'live', 'sink', 'issue_refund'])).toBe(expected);
});

it('lists what is known, and says so where nothing is', () => {
  expect(listKnown('hybrid', ['frozen', 'live', 'sink'], 'policies')).toBe('Known policies: frozen, live, sink.');
  expect(listKnown('a', [], 'tools')).toBe('There are no tools.');
});
