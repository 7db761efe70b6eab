import type { Json } from '@stepfork/trace';
import { expect, test } from 'vitest';
import { matches } from './matches.ts';
import { rememberedMatches } from './remembered-matches.ts';

const values: readonly Json[] = [null, 'a', 1, [], ['a'], { a: 1 }, { a: 1, b: [2] }, { $: 'match', type: 'object' }];

test('it tells what matches tells, the first time and every other', () => {
  const remembered = rememberedMatches();
  for (const expected of values) {
    for (const actual of values) {
      const told = matches(expected, actual);
      expect([remembered(expected, actual), remembered(expected, actual)]).toEqual([told, told]);
    }
  }
});

test('an object is looked at once', () => {
  let reads = 0;
  const actual = {
    get a(): number {
      reads += 1;
      return 1;
    },
  };
  const claimed = { a: 1 };
  const remembered = rememberedMatches();
  expect([remembered(claimed, actual), remembered(claimed, actual), reads]).toEqual([true, true, 1]);
});
