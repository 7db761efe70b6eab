import { modelStep, step, trace } from '@stepfork/testkit';
import { expect, test } from 'vitest';
import { claimedValues } from './claimed-values.ts';

const says = (text: string) => modelStep('gpt', { prompt: 'sum?' }, text);

test.each([
  ['stands inside of other numbers only', 5000, ['545 tokens, 1.5 s'], null],
  [
    'goes with the answer that holds it',
    5000,
    ['545 tokens', 'refund 50.00'],
    'nothing that the agent is told holds 5000 (as 50), which the claim expects',
  ],
  [
    'stands in the answer with a zero more',
    4990,
    ['€49.90'],
    'nothing that the agent is told holds 4990 (as 49.9), which the claim expects',
  ],
  ['is a text', 'o7', ['order o7'], 'nothing that the agent is told holds o7, which the claim expects'],
])('a claimed value that %s', (_, claimed, texts, said) => {
  const recording = trace(step('clock', {}, 'noon'), ...texts.map(says));
  const without = trace(step('clock', {}, 'noon'), ...texts.slice(0, -1).map(says));
  expect(claimedValues({ returns: { cents: claimed } }, recording)(without)).toBe(said);
});
