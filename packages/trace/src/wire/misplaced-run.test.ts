import { expect, it } from 'vitest';
import { smallRun } from '../../test/small-run.ts';
import { readTrace } from '../reading/read-trace.ts';
import type { Derivation, Trace } from '../trace.ts';
import { createTraceWriter } from '../writing/create-trace-writer.ts';
import { writeTrace } from '../writing/write-trace.ts';

const traceOf = (id: string, derived?: Derivation): Trace => {
  const writer = createTraceWriter();
  writer.append({ type: 'run-start', run: smallRun({ id, ...(derived !== undefined && { derived }) }) });
  writer.append({ type: 'run-end', outcome: { kind: 'returned', value: null }, atMs: 1 });
  return writer.trace();
};

it.each([
  { kind: 'what-if', of: 'trunk', step: 0 },
  { kind: 'replayed', of: 'trunk', from: 'fork', test: 'test/refund.sftrace.jsonl' },
] satisfies readonly Derivation[])('a run that is no recording ($kind) stands in a file of its own, and there only', async (derived) => {
  const file = { trunk: traceOf('alone', derived), forks: [], sealed: true, damage: null };
  for (const encoding of ['packed', 'text'] as const) {
    expect((await readTrace(await writeTrace(file, encoding))).trunk.run.derived).toEqual(derived);
  }
  await expect(writeTrace({ ...file, trunk: traceOf('trunk'), forks: [file.trunk] }, 'text')).rejects.toThrow(
    / among recordings: it stands in a file of its own/,
  );
});

it.each([
  { kind: 'attached', of: 'trunk' },
  { kind: 'on-demand', of: 'trunk', from: 'trunk' },
] satisfies readonly Derivation[])('a fork ($kind) stands behind its trunk', async (derived) => {
  const file = { trunk: traceOf('trunk'), forks: [traceOf('fork', derived)], sealed: true, damage: null };
  expect((await readTrace(await writeTrace(file, 'packed'))).forks.map(({ run }) => run.derived)).toEqual([derived]);
  await expect(writeTrace({ ...file, trunk: traceOf('fork', derived), forks: [] }, 'text')).rejects.toThrow(
    'a fork of the run "trunk", which is missing',
  );
});
