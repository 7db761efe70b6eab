import { expect, it } from 'vitest';
import { nearestName } from './nearest-name.ts';

it.each([
  ['isue_refund', 'issue_refund'],
  ['Frozen', 'frozen'],
  ['snik', 'sink'],
  ['hybrid', null],
])('takes %s for %s', (word, expected) => {
  expect(nearestName(word, ['frozen', 'live', 'sink', 'issue_refund'])).toBe(expected);
});

it('takes nothing where nothing is known', () => {
  expect(nearestName('lookup', [])).toBeNull();
});
