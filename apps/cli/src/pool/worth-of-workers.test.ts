import { expect, it } from 'vitest';
import { worthOfWorkers } from './worth-of-workers.ts';

it('one more worker is started for what would take the others longer than two starts', () => {
  const { took, isWorth } = worthOfWorkers();
  expect(isWorth(1000, 1)).toBe(false);
  took(400, true);
  expect(isWorth(1000, 1)).toBe(false);
  took(10, false);
  took(30, false);
  expect([isWorth(9, 1), isWorth(40, 1), isWorth(41, 1)]).toEqual([false, false, true]);
  expect([isWorth(41, 2), isWorth(100, 2)]).toEqual([false, true]);
});

it('jobs that came to take long are worth one', () => {
  const { took, isWorth } = worthOfWorkers();
  took(400, true);
  took(10_000, false);
  expect(isWorth(1, 1)).toBe(true);
});

it('one job that took long among short ones is worth none: its answer may have waited for who asked', () => {
  const { took, isWorth } = worthOfWorkers();
  took(400, true);
  for (const ms of [10, 1300, 10, 10]) took(ms, false);
  expect([isWorth(45, 1), isWorth(81, 1)]).toEqual([false, true]);
  took(1300, false);
  expect(isWorth(45, 1)).toBe(true);
});
