import { mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { smallRun } from '../../test/small-run.ts';
import { currentPlatform } from '../platform/current-platform.ts';
import { sniff } from '../reading/sniff.ts';
import { TraceReader } from '../reading/trace-reader.ts';
import { FileStore } from './file-store.ts';
import { openTraceFile } from './open-trace-file.ts';

it.each(['a.sftrace', 'a.sftrace.jsonl'])('a value of %s that was dropped is read again, wherever it stands', async (name) => {
  const folder = await mkdtemp(join(tmpdir(), 'stepfork-store-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, name);
  const values = Array.from({ length: 300 }, (_, at) => `${at} and more `.repeat(40 + (at % 50)));
  const writer = await openTraceFile(path);
  writer.append({ type: 'run-start', run: smallRun({ input: values }) });
  writer.append({ type: 'run-end', outcome: { kind: 'returned', value: null }, atMs: 1 });
  await writer.close();

  const bytes = await readFile(path);
  const handle = await open(path);
  onTestFinished(() => handle.close());
  const codec = sniff(bytes, path);
  // So little is kept that nearly every value is read again.
  const reader = new TraceReader(path, currentPlatform, () => new FileStore(handle.fd, codec, 5_000));
  let table: NonNullable<TraceReader['segment']>['table'] | null = null;
  for (const frame of codec.scanner(currentPlatform).scan(bytes.subarray(codec.preamble.length), true)) {
    if (frame.kind !== 'frame') throw new Error(frame.problem);
    await reader.take(frame);
    table ??= reader.segment?.table ?? null;
  }
  expect(values.map((_, at) => table?.wireAt(at))).toEqual(values);
  expect(values.map((_, at) => table?.wireAt(299 - at))).toEqual(values.toReversed());
});
