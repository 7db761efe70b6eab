import { spawn } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs/promises';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { smallRun } from '../../test/small-run.ts';
import type { TraceEvent, TraceWriter } from '../event.ts';
import { validateTrace } from '../reading/validate-trace.ts';
import { editTraceFile } from './edit-trace-file.ts';
import { openTraceFile } from './open-trace-file.ts';
import { readTraceEvents } from './read-trace-events.ts';
import { readTraceFile } from './read-trace-file.ts';
import { writeTraceFile } from './write-trace-file.ts';

// Same functions, but ones that a test can make fail as a disk does.
vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof fs>();
  return { ...real, writeFile: vi.fn(real.writeFile), rename: vi.fn(real.rename) };
});
const { writeFile: realWriteFile, rename: realRename } = await vi.importActual<typeof fs>('node:fs/promises');
const writeFile = vi.mocked(fs.writeFile);
const rename = vi.mocked(fs.rename);
afterEach(() => {
  writeFile.mockImplementation(realWriteFile);
  rename.mockImplementation(realRename);
});

const GROWN = 1;
const COMPACT = 2;

function events(chunks: number): readonly TraceEvent[] {
  const call = { kind: 'model', name: 'm', input: { q: 'why' }, effect: false } as const;
  const value = (at: number): { readonly id: string; readonly choices: readonly object[] } => ({
    id: 'chatcmpl-1',
    choices: [{ index: 0, delta: { content: `${at} ` }, logprobs: null, finish_reason: null }],
  });
  return [
    { type: 'run-start', run: smallRun({ input: 'x' }) },
    { type: 'call-start', step: 0, parent: null, call, atMs: 1 },
    { type: 'call-end', step: 0, outcome: { kind: 'streaming' }, atMs: 2 },
    ...Array.from({ length: chunks }, (_, at): TraceEvent => ({ type: 'call-chunk', step: 0, value: value(at) as never, atMs: 3 + at })),
    { type: 'stream-end', step: 0, end: { kind: 'done' }, atMs: 3 + chunks },
    { type: 'run-end', outcome: { kind: 'returned', value: 42 }, atMs: 4 + chunks },
  ];
}
const all = events(2_000);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stepfork-compact-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function record(path: string, some: readonly TraceEvent[] = all): Promise<TraceWriter> {
  const writer = await openTraceFile(path, { force: true });
  for (const event of some) writer.append(event);
  await writer.close();
  return writer;
}

const framingOf = async (path: string): Promise<number> => (await readFile(path))[7] as number;

async function expectWhole(path: string, framing: number, writer: TraceWriter): Promise<void> {
  expect(await framingOf(path)).toBe(framing);
  expect(writer.failure).toBeNull();
  const read = await readTraceFile(path);
  expect(read).toMatchObject({ sealed: true, damage: null });
  expect(read.trunk).toEqual(writer.trace());
  const streamed: TraceEvent[] = [];
  for await (const event of readTraceEvents(path)) streamed.push(event);
  expect(streamed).toEqual(all);
  expect(await validateTrace(await readFile(path))).toEqual([]);
  expect((await readdir(folder)).filter((name) => name.includes('.tmp'))).toEqual([]);
}

it('a run that ends leaves a compact file', async () => {
  const path = join(folder, 'ended.sftrace');
  await expectWhole(path, COMPACT, await record(path));
  expect((await fs.stat(path)).mode & 0o777).toBe(0o600);
});

it('a run that does not end leaves the file that grew', async () => {
  const path = join(folder, 'open.sftrace');
  await record(path, all.slice(0, -1));
  expect(await framingOf(path)).toBe(GROWN);
  expect(await readTraceFile(path)).toMatchObject({ sealed: false, damage: null });
});

it.each(['writeFile', 'rename'] as const)('where %s fails, the file stays as it grew, whole, and nobody hears of it', async (name) => {
  const path = join(folder, `full-${name}.sftrace`);
  const full = Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
  if (name === 'rename') rename.mockRejectedValue(full);
  else {
    writeFile.mockImplementation(async (file, data, options) => {
      await realWriteFile(file, (data as Uint8Array).subarray(0, 100), options);
      throw full;
    });
  }
  const writer = await openTraceFile(path);
  for (const event of all) writer.append(event);
  await writer.close();
  await expectWhole(path, GROWN, writer);
});

it('what somebody else put there in the meantime stays', async () => {
  const path = join(folder, 'taken.sftrace');
  writeFile.mockImplementation(async (file, data, options) => {
    await realWriteFile(file, data, options);
    await realWriteFile(`${path}.theirs`, 'theirs');
    await realRename(`${path}.theirs`, path);
  });
  const writer = await record(path);
  expect(writer.failure).toBeNull();
  expect(await readFile(path, 'utf8')).toBe('theirs');
});

it('a program that has changed its folder finds its file', async () => {
  const path = join(folder, 'moved.sftrace');
  const before = process.cwd();
  process.chdir(folder);
  const writer = await openTraceFile('moved.sftrace').finally(() => process.chdir(before));
  for (const event of all) writer.append(event);
  await writer.close();
  await expectWhole(path, COMPACT, writer);
});

it.each(['writeFile', 'rename', 'rm'])('a process that is killed at %s leaves a whole file', async (name) => {
  const path = join(folder, `killed-${name}.sftrace`);
  const code = `
    import fs from 'node:fs';
    import { syncBuiltinESMExports } from 'node:module';
    const real = fs.promises.writeFile;
    fs.promises[${JSON.stringify(name)}] = async (path, bytes, options) => {
      if (${JSON.stringify(name)} === 'writeFile') await real(path, bytes.subarray(0, 100), options);
      process.kill(process.pid, 'SIGKILL');
    };
    syncBuiltinESMExports();
    const { openTraceFile } = await import(${JSON.stringify(pathToFileURL(join(import.meta.dirname, '../../dist/file.js')).href)});
    const writer = await openTraceFile(${JSON.stringify(path)});
    for (const event of ${JSON.stringify(events(50))}) writer.append(event);
    await writer.close();`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'ignore', 'inherit'] });
  expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);
  expect(await framingOf(path)).toBe(name === 'rm' ? COMPACT : GROWN);
  const read = await readTraceFile(path);
  expect(read).toMatchObject({ sealed: true, damage: null });
  expect(read.trunk.steps[0]?.outcome).toMatchObject({ chunks: { length: 50 } });
});

describe.each(['compact', 'grown'])('a %s file', (form) => {
  it('takes forks, and is compact then', async () => {
    const path = join(folder, `forked-${form}.sftrace`);
    if (form === 'grown') rename.mockRejectedValueOnce(new Error('no'));
    const writer = await openTraceFile(path);
    for (const event of all) writer.append(event);
    await writer.close();
    expect(await framingOf(path)).toBe(form === 'grown' ? GROWN : COMPACT);
    const edit = await editTraceFile(path);
    const { trunk } = edit.file;
    const forks = ['f1', 'f2'].map((id) => ({
      ...trunk,
      run: { ...trunk.run, id, derived: { kind: 'attached', of: trunk.run.id } as const },
    }));
    await edit.write(forks);
    await edit.close();
    expect(await framingOf(path)).toBe(COMPACT);
    const read = await readTraceFile(path);
    expect(read.sealed).toBe(true);
    expect(read.forks.map(({ run, steps }) => [run.id, steps])).toEqual([
      ['f1', trunk.steps],
      ['f2', trunk.steps],
    ]);
    const text = join(folder, `forked-${form}.sftrace.jsonl`);
    await writeTraceFile(text, read);
    const back = join(folder, `back-${form}.sftrace`);
    await writeTraceFile(back, await readTraceFile(text));
    expect(await readFile(back)).toEqual(await readFile(path));
  });
});
