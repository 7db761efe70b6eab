import { expect, it } from 'vitest';
import { smallRun } from '../../test/small-run.ts';
import type { Json } from '../json/json.ts';
import type { Outcome, Trace } from '../trace.ts';
import { scanTrace } from './scan-trace.ts';

// Assembled, so that no scanner takes this file for a leak.
const token = ['ghp', 'aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0zA1bC2'].join('_');

function traceWith(outcome: Outcome): Trace {
  return {
    run: smallRun(),
    steps: [
      {
        index: 0,
        parent: null,
        call: { kind: 'tool', name: 'read', input: null, effect: false },
        outcome,
        startedAtMs: 0,
        endedAtMs: 0,
        endOrder: 0,
        closing: null,
      },
    ],
    draws: [],
    outcome: { kind: 'interrupted' },
    endedAtMs: 0,
  };
}

const streamed = (values: readonly Json[]): Trace =>
  traceWith({ kind: 'streamed', chunks: values.map((value, at) => ({ value, atMs: 0, endOrder: at })), end: { kind: 'done' } } as Outcome);

it.each([
  ['texts', [token.slice(0, 9), token.slice(9, 20), token.slice(20)]],
  ['deltas', [5, 12, 40].map((to, at) => ({ index: 0, delta: { text: token.slice([0, 5, 12][at], to) } }))],
  [
    'bytes',
    [Buffer.from(token.slice(0, 9)), Buffer.from(token.slice(9))].map((bytes) => ({
      $: 'bytes',
      type: 'Buffer',
      value: bytes.toString('base64'),
    })),
  ],
] as const)('a secret that is cut by the borders of chunks is seen: %s', (_, values) => {
  expect(scanTrace({ trunk: streamed(values as readonly Json[]), forks: [] })).toEqual([
    { rule: 'github', where: 'the outcome of step 0 (read)' },
  ]);
});

it('a pseudonym that is cut is none, and other texts between its pieces do not hide a secret', () => {
  const pseudonym = `api_key=STEPFORK${'aB3dE5gH7jK9mN1p'}`;
  expect(scanTrace({ trunk: streamed([pseudonym.slice(0, 18), pseudonym.slice(18)]), forks: [] })).toEqual([]);
  const interleaved = [0, 1, 0, 1].map((index, at) => ({
    index,
    delta: index === 1 ? 'nothing ' : token.slice(at === 0 ? 0 : 9, at === 0 ? 9 : 40),
  }));
  expect(scanTrace({ trunk: traceWith({ kind: 'returned', value: null }), forks: [streamed(interleaved)] })).toHaveLength(1);
});

it('a secret in the name of a call is seen, and not shown', () => {
  const trace = traceWith({ kind: 'returned', value: token } as Outcome);
  const steps = trace.steps.map((step) => ({ ...step, call: { ...step.call, name: `GET example.com/${token}` } }));
  expect(scanTrace({ trunk: { ...trace, steps }, forks: [] }).map(({ where }) => where)).toEqual([
    'the name of step 0',
    'the outcome of step 0',
  ]);
});
