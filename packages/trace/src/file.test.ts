import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTraceFile, readTraceFile, writeTraceFile } from './file.ts';
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
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stepfork-'));
});
afterAll(() => rm(folder, { recursive: true }));

it.each(['a.sftrace', 'a.sftrace.jsonl'])('reads what it wrote: %s', async (name) => {
  const path = join(folder, name);
  const writer = await openTraceFile(path);
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
  await writer.close();
  const file = await readTraceFile(path);
  expect(file).toMatchObject({ sealed: true, damage: null, forks: [] });
  expect(file.trunk).toEqual(writer.trace());
  await writeTraceFile(join(folder, `copy-${name}`), file);
  expect(await readTraceFile(join(folder, `copy-${name}`))).toEqual(file);
});
