import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { smallRun } from '../../test/small-run.ts';
import type { TraceEvent } from '../event.ts';
import { openTraceFile, readTraceFile } from '../file.ts';

const head: TraceEvent = {
  type: 'run-start',
  run: smallRun({ input: 1 }),
};
const started: readonly TraceEvent[] = [
  head,
  { type: 'call-start', step: 0, parent: null, call: { kind: 'tool', name: 'a', input: 1, effect: false }, atMs: 1 },
  { type: 'call-end', step: 0, outcome: { kind: 'streaming' }, atMs: 2 },
];
const chunk = (value: string): TraceEvent => ({ type: 'call-chunk', step: 0, value, atMs: 3 });
const ends: readonly TraceEvent[] = [
  { type: 'stream-end', step: 0, end: { kind: 'done' }, atMs: 4 },
  { type: 'run-end', outcome: { kind: 'returned', value: 2 }, atMs: 5 },
];

it.each(['run.sftrace', 'run.sftrace.jsonl'])(
  'what is drafted stands in %s until more is appended, and leaves nothing behind',
  async (name) => {
    const folder = await mkdtemp(join(tmpdir(), 'stepfork-draft-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const file = join(folder, name);
    const writer = await openTraceFile(file);
    for (const event of started) writer.append(event);
    const chunks = async (): Promise<unknown> => (await readTraceFile(file)).trunk.steps[0]?.outcome;

    writer.draft?.([chunk('a draft that is longer than what comes')]);
    writer.draft?.([chunk('and more of it')]);
    expect(await chunks()).toMatchObject({ chunks: [{ value: 'a draft that is longer than what comes' }, { value: 'and more of it' }] });
    writer.append(chunk('one'));
    expect(await chunks()).toMatchObject({ chunks: [{ value: 'one' }] });
    writer.draft?.([chunk('x')]);
    writer.append(chunk('longer than the draft'));
    writer.draft?.([chunk('never appended')]);
    for (const event of ends) writer.append(event);
    await writer.close();

    const { trunk, sealed, damage } = await readTraceFile(file);
    expect({ sealed, damage, failure: writer.failure }).toEqual({ sealed: true, damage: null, failure: null });
    expect(trunk).toEqual(writer.trace());
    expect((await readFile(file)).includes('never appended')).toBe(false);
  },
);
