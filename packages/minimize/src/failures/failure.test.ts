import { expect, it } from 'vitest';
import { type Failure, toldApart } from './failure.ts';

const wanted: Failure = { keys: ['returned /a 1', 'returned /b 2'], text: 'returned 1 at /a, claimed 0', values: [] };

it.each<readonly [string, Partial<Failure>, string]>([
  ['in its own words', { text: 'TypeError: no', keys: ['class TypeError'] }, 'TypeError: no'],
  ['by what is more', { keys: [...wanted.keys, 'returned /c 3'] }, 'returned 1 at /a, claimed 0, with returned /c 3'],
  ['by what is less', { keys: ['returned /a 1'] }, 'returned 1 at /a, claimed 0, without returned /b 2'],
])('a failure that is another one is told %s', (_, other, told) => {
  expect(toldApart({ ...wanted, ...other }, wanted)).toBe(told);
});
