import { expect, it } from 'vitest';
import { createTraceWriter } from './create-trace-writer.ts';
import type { Run } from './trace.ts';

const run: Run = {
  id: 'r1',
  agent: null,
  input: { q: 'hi' },
  startedAt: '2026-03-01T09:00:00.000Z',
  git: null,
  versions: {},
  policies: {},
  redaction: null,
};

it('gives back what was appended, as a trace', () => {
  const writer = createTraceWriter();
  writer.append({ type: 'run-start', run });
  const messages: { role: string; content: string }[] = [];
  for (let step = 0; step < 5; step++) {
    messages.push({ role: 'user', content: `${step} `.repeat(100) });
    writer.append({
      type: 'call-start',
      step,
      parent: null,
      call: { kind: 'model', name: 'm', input: { messages: structuredClone(messages) }, effect: false },
      atMs: step,
    });
    writer.append({ type: 'call-end', step, outcome: { kind: 'returned', value: `${step}!`.repeat(100) }, atMs: step });
  }
  writer.append({ type: 'run-end', outcome: { kind: 'returned', value: 'ok' }, atMs: 9 });
  const trace = writer.trace();
  expect(trace.steps[4]?.call.input).toEqual({ messages });
  expect(trace.steps[4]?.outcome).toEqual({ kind: 'returned', value: '4!'.repeat(100) });
  expect(trace).toMatchObject({ run, outcome: { kind: 'returned', value: 'ok' }, endedAtMs: 9 });
});
