import { expect, it } from 'vitest';
import { smallRun } from '../../test/small-run.ts';
import type { TraceWriter } from '../event.ts';
import { readTrace } from '../reading/read-trace.ts';
import type { Run } from '../trace.ts';
import { createTraceWriter } from './create-trace-writer.ts';

const run = smallRun({ input: { q: 'hi' } });

it.each(['packed', 'text'] as const)('half of a surrogate pair in a name is U+FFFD in memory and in a %s file alike', async (encoding) => {
  const pieces: Uint8Array[] = [];
  const writer = createTraceWriter({ encoding, write: (bytes) => pieces.push(bytes.slice()) });
  writer.append({ type: 'run-start', run: { ...run, id: 'r\ud83d', agent: '\ude00', policies: { '\ud83d': 'sink' } } });
  const call = { kind: 'tool', name: `look\ud83dup${'!'.repeat(100)}\ude00`, input: 1, effect: false } as const;
  writer.append({ type: 'call-start', step: 0, parent: null, call, atMs: 1 });
  await writer.close();
  const { trunk } = await readTrace(Buffer.concat(pieces));
  expect(trunk).toEqual(writer.trace());
  expect(trunk.run).toMatchObject({ id: 'r\uFFFD', agent: '\uFFFD', policies: { '\uFFFD': 'sink' } });
  expect(trunk.steps[0]?.call.name).toBe(`look\uFFFDup${'!'.repeat(100)}\uFFFD`);
});

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

it('hands over in one piece what is appended together, also where that broke off', () => {
  const pieces: string[] = [];
  const writer = createTraceWriter({ encoding: 'text', write: (bytes) => pieces.push(Buffer.from(bytes).toString()) });
  writer.append({ type: 'run-start', run });
  const draw = (value: number): void => writer.append({ type: 'draw', kind: 'clock', site: 'a', value, atMs: value });
  writer.together?.(() => {
    draw(1);
    writer.together?.(() => draw(2));
    expect(pieces).toHaveLength(1);
  });
  expect(() =>
    writer.together?.(() => {
      draw(3);
      throw new RangeError('broken off');
    }),
  ).toThrow('broken off');
  writer.together?.(() => {});
  expect(pieces.slice(1).map((piece) => piece.match(/"atMs":./g))).toEqual([['"atMs":1', '"atMs":2'], ['"atMs":3']]);
});

it.each<[string, (writer: TraceWriter) => void, RegExp]>([
  [
    'a step that ends without a start',
    (writer) => writer.append({ type: 'call-end', step: 0, outcome: { kind: 'streaming' }, atMs: 1 }),
    /step 0 ends but has not started/,
  ],
  ['a second run', (writer) => writer.append({ type: 'run-start', run }), /a second run starts/],
  [
    'a time that is no number',
    (writer) => writer.append({ type: 'run-end', outcome: { kind: 'interrupted' }, atMs: Number.NaN }),
    /atMs is no number/,
  ],
])('%s is refused, and nothing of it is kept', async (_, append, message) => {
  const pieces: Uint8Array[] = [];
  const writer = createTraceWriter({ write: (bytes) => pieces.push(bytes.slice()) });
  writer.append({ type: 'run-start', run });
  expect(() => append(writer)).toThrow(message);
  writer.append({ type: 'run-end', outcome: { kind: 'returned', value: 'ok' }, atMs: 9 });
  await writer.close();
  expect(await readTrace(Buffer.concat(pieces))).toMatchObject({ sealed: true, trunk: { outcome: { kind: 'returned' }, steps: [] } });
});

it('a place that fails is the failure of the writer, and memory goes on', async () => {
  let calls = 0;
  const writer = createTraceWriter({
    write: () => {
      calls++;
      throw new Error('no space');
    },
  });
  writer.append({ type: 'run-start', run });
  writer.append({ type: 'run-end', outcome: { kind: 'returned', value: 'ok' }, atMs: 9 });
  await writer.close();
  expect(writer.failure).toMatchObject({ message: 'no space' });
  expect(calls).toBe(1);
  expect(writer.trace()).toMatchObject({ outcome: { kind: 'returned', value: 'ok' } });
});

it('members that the format does not have are left out, so that the file stays readable', async () => {
  const pieces: Uint8Array[] = [];
  const writer = createTraceWriter({ write: (bytes) => pieces.push(bytes.slice()) });
  const git = { commit: 'abc', dirty: false, branch: 'main' };
  writer.append({ type: 'run-start', run: { ...run, git, mood: 'good' } as Run });
  const call = { kind: 'tool', name: 't', input: 1, effect: false, stable: true } as const;
  writer.append({ type: 'call-start', step: 0, parent: null, call, atMs: 1 });
  await writer.close();
  const { trunk } = await readTrace(Buffer.concat(pieces));
  expect(trunk.run.git).toEqual({ commit: 'abc', dirty: false });
  expect(trunk.steps[0]?.call).toEqual({ kind: 'tool', name: 't', input: 1, effect: false });
});

it('a trace that was taken while the run goes on stays as it was', () => {
  const writer = createTraceWriter();
  writer.append({ type: 'run-start', run });
  const before = writer.trace();
  writer.append({ type: 'call-start', step: 0, parent: null, call: { kind: 'tool', name: 't', input: 1, effect: false }, atMs: 1 });
  writer.append({ type: 'run-end', outcome: { kind: 'returned', value: 'ok' }, atMs: 9 });
  expect(before).toMatchObject({ steps: [], outcome: { kind: 'interrupted' }, endedAtMs: null });
});
