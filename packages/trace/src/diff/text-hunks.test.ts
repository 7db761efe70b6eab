import { expect, it } from 'vitest';
import { type Hunk, tellingWords, textHunks } from './text-hunks.ts';

it.each<[string, string, string, readonly Hunk[]]>([
  ['equal texts', 'as it was', 'as it was', []],
  ['whole numbers', 'pays 49.99 now', 'pays 49.00 now', [{ expected: '49.99', actual: '49.00' }]],
  ['whole identifiers', '{"id":"cus_204"}', '{"id":"cus_205"}', [{ expected: 'cus_204', actual: 'cus_205' }]],
  [
    'each place by itself',
    'Mira is 7.',
    'Vera is 9.',
    [
      { expected: 'Mira', actual: 'Vera' },
      { expected: '7', actual: '9' },
    ],
  ],
  ['what was put in', 'one three', 'one two three', [{ expected: '', actual: 'two ' }]],
  ['characters beyond the basic plane', 'a 🙂', 'a 🙃', [{ expected: '🙂', actual: '🙃' }]],
])('%s', (_, expected, actual, hunks) => {
  expect(textHunks(expected, actual)).toEqual(hunks);
});

it('takes long texts apart no further than into what is equal at both ends and the rest', () => {
  const filler = 'filler '.repeat(20_000);
  expect(textHunks(`${filler}Mira ${filler}end`, `${filler}Vera ${filler}end`)).toEqual([{ expected: 'Mira', actual: 'Vera' }]);
});

it('knows words that are not met by chance', () => {
  expect(tellingWords('It is on 7th, ord_7 for 4999 of Mira; no, 12')).toEqual(['7th', 'ord_7', '4999', 'Mira']);
});
