import { expect, it } from 'vitest';
import { lookAhead } from './look-ahead.ts';
import { ask, type Step } from './step.ts';

const done: Step = { kind: 'done', best: [] };
const question = (kept: number, chance: number, yes: Step, no: Step): Step =>
  ask({ kept: [kept], best: [], phase: 'split', chance, next: (same) => (same ? yes : no) });
const found = (...args: Parameters<typeof lookAhead>) => [...lookAhead(...args).values()].map(({ kept }) => kept[0]);

it('what is likely asked next comes first, after what is asked now', () => {
  const first = question(1, 0.7, question(2, 0.9, question(3, 0.5, done, done), done), question(4, 0.5, done, done));
  expect(found(first, new Map(), 4)).toEqual([1, 2, 3, 4]);
  expect(found(first, new Map(), 2)).toEqual([1, 2]);
});

it('what is known is not asked, whatever it was likely to be', () => {
  const first = question(1, 0.9, question(2, 0.5, done, done), question(3, 0.5, done, done));
  expect(found(first, new Map([['1-1', 'unresolved']]), 2)).toEqual([3]);
});

it('an answer that is taken for one question is taken for the same one later', () => {
  const again = question(1, 0.5, question(2, 0.5, done, done), question(3, 0.5, done, done));
  expect(found(question(1, 0, done, again), new Map(), 3)).toEqual([1, 3]);
});
