import { failedStep, input, modelStep, returns, step, trace } from '@stepfork/testkit';
import { expect, it } from 'vitest';
import { appearances } from './appearances.ts';

it.each([
  ['in a later input, also inside of a text', trace(step('pay', 1, { id: 'tx_19' }), modelStep('gpt', 'paid as tx_19.', 'ok')), ['step 1']],
  ['in the output', trace(step('pay', 1, { cents: 4999 }), returns({ paid: 4999 })), ['the output']],
  ['in both', trace(step('pay', 1, ['tx_19']), step('log', { tx: 'tx_19' }, null), returns('tx_19')), ['step 1', 'the output']],
  ['of an error, its message', trace(failedStep('pay', 1, new Error('declined')), returns('sorry: declined')), ['the output']],
  ['nowhere', trace(step('pay', 1, { id: 'tx_19' }), returns('done')), []],
  [
    'not what the agent knew before',
    trace(input({ order: 'ord_7' }), step('pay', { order: 'ord_7' }, { order: 'ord_7' }), returns('ord_7')),
    [],
  ],
  ['not what is met by chance', trace(step('pay', 1, { ok: true, n: 1, s: 'x' }), returns({ ok: true, n: 1, s: 'x' })), []],
  ['not before the answer', trace(step('log', 'tx_19', null), step('pay', 1, 'tx_19'), returns('tx_19')), []],
] as const)('%s', (_, of, expected) => {
  expect(
    appearances(
      of.steps.findIndex(({ call }) => call.name === 'pay'),
      of,
    ),
  ).toEqual(expected);
});
