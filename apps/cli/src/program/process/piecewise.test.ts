import { expect, test, vi } from 'vitest';
import { piecewise } from './piecewise.ts';

test.each([
  ['each by itself', [[2], [4], []], [['a\n'], ['b\n'], [null]]],
  ['the end with the last one', [[2], [4]], [['a\n'], ['b\n', null]]],
  ['all but the end', [[2, 4], []], [['a\n', 'b\n'], [null]]],
  ['as numbers, which is how it was written formerly', [2], [['a\n'], ['b\n'], [null]]],
] as const)('pieces are handed on in their groups: %s', async (_, groups, expected) => {
  const handed: (string | null)[] = [];
  const push = (chunk: unknown): unknown => handed.push(chunk === null ? null : String(chunk));
  let isWhole = false;
  const pieces = piecewise(groups, () => {
    isWhole = true;
  });
  pieces.hold(push, 'a\nb\n');
  expect(pieces.next(true)).toBe('never');
  pieces.hold(push, null);
  expect([isWhole, handed]).toEqual([true, []]);
  for (const group of expected) {
    await vi.waitFor(() => expect(pieces.next(true)).toBe('again'), { interval: 5 });
    expect(handed.splice(0)).toEqual(group);
  }
  expect(pieces.next(true)).toBe('never');
});
