import { modelStep, step, trace } from '@stepfork/testkit';
import type { Frozen, Json, Outcome, Trace } from '@stepfork/trace';
import { describe, expect, it } from 'vitest';
import { mapPayload } from './map-payload.ts';

const head = {
  status: 200,
  statusText: 'OK',
  headers: { 'content-type': 'application/json', date: 'today' },
  url: '/v1/x',
  redirected: false,
};

function answered(...parts: readonly Json[]): Trace {
  const recorded = trace(modelStep('gpt', { method: 'POST', url: '/v1/x', headers: {}, body: {} }, null));
  const outcome: Outcome = {
    kind: 'streamed',
    chunks: parts.map((value, at) => ({ value, atMs: at, endOrder: at + 1 })),
    end: { kind: 'done' },
  };
  return { ...recorded, steps: recorded.steps.map((step) => ({ ...step, outcome })) };
}

const chunksOf = ({ steps: [step] }: Trace): readonly Json[] =>
  step?.outcome.kind === 'streamed' ? step.outcome.chunks.map(({ value }) => value) : [];

describe('mapPayload', () => {
  it.each<[string, Json, Json]>([
    ['a body', { json: { id: 'a', choices: [1] } }, { json: {} }],
    ['a text', { text: 'Not found' }, { text: 'Not found' }],
    ['a text that is JSON', { text: '{"id":"a"}' }, { text: '{}' }],
    ['an event', { data: { id: 'a' } }, { data: {} }],
  ])('leaves an answer over HTTP one, whatever goes out of %s', (_, body, rest) => {
    expect(chunksOf(mapPayload(answered(head, body), () => undefined))).toEqual([{ ...head, headers: {} }, rest]);
  });

  it('takes any part out of what was streamed otherwise', () => {
    expect(chunksOf(mapPayload(answered({ status: 200 }, { text: 'a' }), () => undefined))).toEqual([{}, {}]);
  });

  it.each<[string, Frozen, Frozen | undefined]>([
    ['all', { whole: [''], alone: [] }, { whole: [''], alone: [] }],
    ['a part that goes', { whole: ['/gone'], alone: [] }, undefined],
    ['the list, and what stands beside it', { whole: ['/left'], alone: ['/rows', ''] }, { whole: ['/left'], alone: ['/rows', ''] }],
    ['an item before which one goes', { whole: ['/rows/1'], alone: [] }, undefined],
  ])('freezes what is left of what was frozen and nothing else: %s', (_, frozen, left) => {
    const recorded = trace(step('rows', {}, { rows: [{ id: 1 }, { id: 2 }, { id: 3 }], left: {}, gone: {} }));
    const given = {
      ...recorded,
      steps: recorded.steps.map((one) => ({ ...one, outcome: { ...one.outcome, frozen } }) as typeof one),
    };

    const { steps } = mapPayload(given, (value, { path }) => (['/rows/0', '/gone'].includes(`/${path.join('/')}`) ? undefined : value));

    expect(steps[0]?.outcome).toEqual({
      kind: 'returned',
      value: { rows: [{ id: 2 }, { id: 3 }], left: {} },
      ...(left && { frozen: left }),
    });
  });
});
