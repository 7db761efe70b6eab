import { expect, test } from 'vitest';
import { smallRun } from '../test/small-run.ts';
import type { TraceEvent } from './event.ts';
import { readTrace } from './reading/read-trace.ts';
import { streamKinds } from './trace.ts';
import { unfoldTrace } from './wire/unfold.ts';
import { createTraceWriter } from './writing/create-trace-writer.ts';
import { writeTrace } from './writing/write-trace.ts';

const call = { kind: 'model', name: 'gpt', input: null, effect: false } as const;
const run = smallRun();
const returned = { text: 'what it returned, long enough to be kept as a value of its own' };

const events: readonly TraceEvent[] = [
  { type: 'run-start', run },
  ...[...streamKinds, undefined].flatMap((stream, step): TraceEvent[] => [
    { type: 'call-start', step, parent: null, call, atMs: step },
    { type: 'call-end', step, outcome: { kind: 'streaming', ...(stream && { stream }) }, atMs: step },
    { type: 'call-chunk', step, value: 'a', atMs: step },
    { type: 'stream-end', step, end: stream ? { kind: 'done', value: returned } : { kind: 'done' }, atMs: step },
  ]),
  { type: 'run-end', outcome: { kind: 'returned', value: returned }, atMs: 99 },
];

test.each(['packed', 'text'] as const)(
  'a %s trace keeps what kind each stream was and what it returned, or that nobody knows',
  async (encoding) => {
    const writer = createTraceWriter();
    for (const event of events) writer.append(event);
    const trunk = writer.trace();
    const { trunk: read } = await readTrace(await writeTrace({ trunk, forks: [], sealed: true, damage: null }, encoding));
    for (const trace of [trunk, read]) {
      expect(trace.steps.map(({ outcome }) => outcome)).toEqual(
        [...streamKinds, undefined].map((stream) => ({
          kind: 'streamed',
          ...(stream && { stream }),
          chunks: [expect.objectContaining({ value: 'a' })],
          end: stream ? { kind: 'done', value: returned } : { kind: 'done' },
        })),
      );
      expect([...unfoldTrace(trace)]).toEqual(events);
    }
  },
);
