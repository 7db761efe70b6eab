import { describe, expect, test } from 'vitest';
import {
  effectStep,
  failedStep,
  head,
  input,
  killed,
  modelStep,
  openStep,
  parallel,
  returns,
  step,
  streamedStep,
  throws,
} from './parts.ts';
import { trace, traceFile } from './trace.ts';

test('a step becomes a call with its outcome', () => {
  expect(trace(step('lookup', { id: 1 }, { tier: 'gold' })).steps).toEqual([
    {
      index: 0,
      parent: null,
      call: { kind: 'tool', name: 'lookup', input: { id: 1 }, effect: false },
      outcome: { kind: 'returned', value: { tier: 'gold' } },
      startedAtMs: 1,
      endedAtMs: 2,
      endOrder: 0,
      closing: null,
    },
  ]);
});

test('input, outcome and head of the run are what the parts say, else null', () => {
  const full = trace(input({ ticket: 'T-1' }), returns({ ok: true }), head({ agent: 'a.ts#run' }));
  expect([full.run.input, full.outcome, full.run.agent]).toEqual([
    { ticket: 'T-1' },
    { kind: 'returned', value: { ok: true } },
    'a.ts#run',
  ]);
  expect([trace().run.input, trace().outcome]).toEqual([null, { kind: 'returned', value: null }]);
  expect(trace(throws(new TypeError('bad'))).outcome).toMatchObject({ kind: 'threw', error: { class: 'TypeError', message: 'bad' } });
  expect(trace(killed())).toMatchObject({ outcome: { kind: 'interrupted' }, endedAtMs: null });
});

describe('kinds of steps', () => {
  const { steps } = trace(
    modelStep('gpt', 'hi', 'hello'),
    effectStep('pay', 1, null, { parent: 0 }),
    failedStep('lookup', 2, new RangeError('no')),
    streamedStep('say', 3, ['a', 'b']),
    streamedStep('cut', 4, ['a'], 'threw', { error: new Error('reset') }),
    openStep('hang', 5),
    step('odd', undefined, new Date(0)),
  );

  test.each([
    [0, { call: { kind: 'model', effect: false } }],
    [1, { parent: 0, call: { effect: true } }],
    [2, { outcome: { kind: 'threw', error: { class: 'RangeError' } } }],
    [3, { outcome: { kind: 'streamed', chunks: [{ value: 'a' }, { value: 'b' }], end: { kind: 'done' } } }],
    [4, { outcome: { kind: 'streamed', chunks: [{ value: 'a' }], end: { kind: 'threw', error: { message: 'reset' } } } }],
    [5, { outcome: { kind: 'interrupted' }, endedAtMs: null }],
    [6, { call: { input: { $: 'undefined' } }, outcome: { value: { $: 'date', value: '1970-01-01T00:00:00.000Z' } } }],
  ])('step %i', (index, expected) => {
    expect(steps[index]).toMatchObject(expected);
  });
});

test('parallel steps all start before the first one ends, and end in the order that is given', () => {
  const { steps } = trace(parallel([step('a', 1, 1), step('b', 2, 2)], [1, 0]), step('c', 3, 3));
  expect(steps.map(({ call, startedAtMs, endOrder }) => [call.name, startedAtMs, endOrder])).toEqual([
    ['a', 1, 1],
    ['b', 2, 0],
    ['c', 5, 2],
  ]);
});

test('a trace file holds the trunk and the forks', () => {
  const [trunk, fork] = [trace(), trace(returns(1))];
  expect(traceFile(trunk, fork)).toEqual({ trunk, forks: [fork], sealed: true, damage: null });
});
