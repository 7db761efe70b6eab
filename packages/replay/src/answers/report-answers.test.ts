import { eventsOf, failedStep, modelStep, openStep, streamedStep, trace } from '@stepfork/testkit';
import type { Outcome } from '@stepfork/trace';
import { expect, test } from 'vitest';
import { createReplayWriter } from '../replay-writer.ts';
import { reportAnswers } from './report-answers.ts';

test('each awaited answer is told once, whole or as far as its stream went, and all events are kept', () => {
  const parts = [
    modelStep('gpt', 1, 'whole'),
    streamedStep('gpt', 2, ['a', 'b'], 'cancelled'),
    failedStep('gpt', 3, 'broken'),
    modelStep('gpt', 4, 'not awaited'),
    streamedStep('gpt', 5, ['not awaited']),
    openStep('gpt', 6),
  ];
  const told: [number, Outcome][] = [];
  const awaited = new Set([0, 1, 2, 5]);
  const writer = reportAnswers(
    createReplayWriter(() => null),
    {
      awaits: (call) => awaited.has(call),
      answered: (call, outcome) => told.push([call, outcome]),
    },
  );
  for (const event of eventsOf(parts)) writer.append(event);
  expect(told).toMatchObject([
    [0, { kind: 'returned', value: 'whole' }],
    [1, { kind: 'streamed', chunks: [{ value: 'a' }, { value: 'b' }], end: { kind: 'cancelled' } }],
    [2, { kind: 'threw', error: 'broken' }],
  ]);
  expect(writer.trace()).toEqual(trace(...parts));
  expect(writer.failure).toBeNull();
});
