import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { codecs } from '../src/codecs/codecs.ts';
import { readTraceFile } from '../src/file.ts';
import { currentPlatform } from '../src/platform/current-platform.ts';
import { readTrace } from '../src/reading/read-trace.ts';
import { validateTrace } from '../src/reading/validate-trace.ts';
import { writeTrace } from '../src/writing/write-trace.ts';

const folder = join(import.meta.dirname, '..', 'conformance', 'files');

// Files that released versions have written. They are read for ever: a change that makes this fail needs a rung in src/upgrade.ts.
describe('version 1', () => {
  const expected = {
    sealed: true,
    damage: null,
    trunk: {
      run: {
        id: 'refund-2026-03-01',
        agent: 'src/agent.ts#runAgent',
        input: { ticket: 'My order 17 came broken. I want my money back, all of it, please.' },
      },
      steps: [
        { index: 0, parent: null, call: { kind: 'model', name: 'support-model' }, outcome: { kind: 'returned' }, endOrder: 1 },
        {
          index: 1,
          parent: 0,
          call: { kind: 'tool', name: 'look_up_order', effect: false },
          outcome: { kind: 'returned', value: { cents: 4999, at: { $: 'date' } } },
          endOrder: 0,
        },
        {
          index: 2,
          parent: null,
          call: { kind: 'tool', name: 'issue_refund', effect: true },
          outcome: { kind: 'threw', error: { $: 'error', class: 'TypeError' } },
        },
        { index: 3, parent: null, call: { kind: 'model' }, outcome: { kind: 'streamed', chunks: { length: 2 }, end: { kind: 'done' } } },
        { index: 4, parent: null, call: { kind: 'tool', name: 'escalate' }, outcome: { kind: 'interrupted' }, endedAtMs: null },
      ],
      outcome: { kind: 'returned', value: 'Es tut mir leid 🙂' },
    },
    forks: [{ run: { id: 'refund-2026-03-02' }, outcome: { kind: 'threw' }, steps: { length: 1 } }],
  };

  it.each(['v1.sftrace', 'v1-compact.sftrace', 'v1.sftrace.jsonl'])('%s reads as on the day it was written', async (name) => {
    const file = await readTraceFile(join(folder, name));
    expect(file).toMatchObject(expected);
    const history = file.trunk.steps[3]?.call.input as { readonly messages: readonly unknown[] };
    expect(history.messages).toHaveLength(3);
  });

  it.each(['v1.sftrace', 'v1-compact.sftrace'])('%s holds the same as the text, and each is written as the other', async (name) => {
    const [packed, text] = await Promise.all([name, 'v1.sftrace.jsonl'].map((one) => readTraceFile(join(folder, one))));
    expect(packed).toEqual(text);
    if (packed === undefined || text === undefined) throw new Error('not read');
    expect(await writeTrace(packed, 'packed')).toEqual(await writeTrace(text, 'packed'));
    expect(Buffer.from(await writeTrace(packed, 'text')).equals(await readFile(join(folder, 'v1.sftrace.jsonl')))).toBe(true);
  });

  it('v1.sftrace, byte by byte, is what would be written today before it is made compact', async () => {
    const bytes = await readFile(join(folder, 'v1.sftrace'));
    expect(await codecs.packed.compact?.(bytes, currentPlatform)).toEqual(await writeTrace(await readTrace(bytes), 'packed'));
  });

  it('a step that never ended is all that can be said against it', async () => {
    expect(await validateTrace(await readFile(join(folder, 'v1.sftrace.jsonl')))).toEqual([
      { severity: 'warning', place: { line: expect.any(Number) }, message: 'Step 4 of the run "refund-2026-03-01" has no end.' },
    ]);
  });
});

describe('from the future', () => {
  it.each([
    ['future.sftrace', 1],
    ['future.sftrace.jsonl', 1],
    ['future-framing.sftrace', 2],
  ])('%s is refused kindly', async (name, newest) => {
    const path = join(folder, name);
    await expect(readTraceFile(path)).rejects.toMatchObject({
      code: 'STEPFORK_TRACE_FROM_THE_FUTURE',
      message: `${path}: the trace has format version 7, and this installation reads versions up to ${newest}.`,
      hint: expect.stringContaining('npm install stepfork@latest'),
    });
    expect(await validateTrace(await readFile(path))).toEqual([
      { severity: 'error', place: null, message: expect.stringContaining('format version 7') },
    ]);
  });
});
