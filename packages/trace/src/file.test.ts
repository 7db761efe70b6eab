import { execFileSync, spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { smallRun } from '../test/small-run.ts';
import type { TraceEvent, TraceWriter } from './event.ts';
import { openTraceFile, readTraceEvents, readTraceFile, writeTraceFile } from './file.ts';

// Same functions, but ones that a test can make fail as a disk does.
vi.mock('node:fs', async (original) => {
  const real = await original<typeof fs>();
  return { ...real, writeSync: vi.fn(real.writeSync) };
});
const writeSync = vi.mocked(fs.writeSync);

const run = smallRun({ input: { q: 'hi' } });

function conversation(turns: number, length = 100): readonly TraceEvent[] {
  const events: TraceEvent[] = [{ type: 'run-start', run }];
  const messages: { role: string; content: string }[] = [];
  for (let step = 0; step < turns; step++) {
    messages.push({ role: 'user', content: `${step} `.repeat(length) });
    const call = { kind: 'model', name: 'm', input: { messages: [...messages] }, effect: false } as const;
    events.push({ type: 'call-start', step, parent: null, call, atMs: step });
    events.push({ type: 'call-end', step, outcome: { kind: 'returned', value: `${step}!`.repeat(length) }, atMs: step });
    messages.push({ role: 'assistant', content: `${step}!`.repeat(length) });
  }
  return [...events, { type: 'run-end', outcome: { kind: 'returned', value: 'ok' }, atMs: turns }];
}

const appendAll = (writer: TraceWriter, events: readonly TraceEvent[]): void => {
  for (const event of events) writer.append(event);
};

async function collect(path: string): Promise<readonly TraceEvent[]> {
  const events: TraceEvent[] = [];
  for await (const event of readTraceEvents(path)) events.push(event);
  return events;
}

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stepfork-'));
});
afterAll(() => rm(folder, { recursive: true }));

describe.each(['sftrace', 'sftrace.jsonl'])('.%s', (ending) => {
  const at = (name: string): string => join(folder, `${name}.${ending}`);

  it('reads what it wrote, as a whole and event by event', async () => {
    const events = conversation(20);
    const writer = await openTraceFile(pathToFileURL(at('a')));
    appendAll(writer, events);
    await writer.close();
    await writer.close();
    const file = await readTraceFile(pathToFileURL(at('a')));
    expect(file).toMatchObject({ sealed: true, damage: null, forks: [] });
    expect(file.trunk).toEqual(writer.trace());
    expect(await collect(at('a'))).toEqual(events);
    expect((await stat(at('a'))).mode & 0o777).toBe(0o600);
    await writeTraceFile(at('copy'), file);
    expect(await readFile(at('copy'))).toEqual(await readFile(at('a')));
    expect((await stat(at('copy'))).mode & 0o777).toBe(0o600);
  });

  it('each event is in the file when append returns', async () => {
    const writer = await openTraceFile(at('live'));
    const events = conversation(3);
    for (const [i, event] of events.slice(0, -1).entries()) {
      writer.append(event);
      expect(await collect(at('live'))).toEqual(events.slice(0, i + 1));
    }
    await writer.close();
    expect(await readTraceFile(at('live'))).toMatchObject({ sealed: false, damage: null, trunk: { outcome: { kind: 'interrupted' } } });
  });

  it('overwrites nothing without force, and loses no old file with it', async () => {
    await writeFile(at('old'), 'old');
    await expect(openTraceFile(at('old'))).rejects.toMatchObject({ code: 'STEPFORK_FILE_EXISTS' });
    const whole = await readTraceFile(at('a'));
    await expect(writeTraceFile(at('old'), whole)).rejects.toMatchObject({ code: 'STEPFORK_FILE_EXISTS' });
    const unused = await openTraceFile(at('old'), { force: true });
    expect(await readFile(at('old'), 'utf8')).toBe('old');
    await unused.close();
    expect(await readFile(at('old'), 'utf8')).toBe('old');
    const writer = await openTraceFile(at('old'), { force: true });
    appendAll(writer, conversation(1));
    await writer.close();
    expect((await readTraceFile(at('old'))).trunk).toEqual(writer.trace());
    await writeTraceFile(at('old'), whole, { force: true });
    expect((await readTraceFile(at('old'))).trunk).toEqual(whole.trunk);
    expect((await readdir(folder)).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  it.each(['folder', 'pipe'])('a %s is not replaced, by no force, and is refused before anything is recorded', async (kind) => {
    if (kind === 'folder') await mkdir(at(kind));
    else execFileSync('mkfifo', [at(kind)]);
    const before = await stat(at(kind));
    await expect(openTraceFile(at(kind), { force: true })).rejects.toMatchObject({ code: 'STEPFORK_NO_FILE' });
    await expect(writeTraceFile(at(kind), await readTraceFile(at('a')), { force: true })).rejects.toMatchObject({
      code: 'STEPFORK_NO_FILE',
    });
    expect((await stat(at(kind))).ino).toBe(before.ino);
  });

  it('a disk that takes a few bytes at a time gets all of them', async () => {
    const { writeSync: real } = await vi.importActual<typeof fs>('node:fs');
    writeSync.mockImplementation(((fd: number, bytes: Uint8Array, offset: number, length: number) =>
      real(fd, bytes, offset, Math.min(7, length))) as never);
    const writer = await openTraceFile(at('slow'));
    appendAll(writer, conversation(2));
    await writer.close();
    writeSync.mockImplementation(real as never);
    expect(writer.failure).toBeNull();
    expect(await readTraceFile(at('slow'))).toMatchObject({ sealed: true });
  });

  it.each(['ENOSPC', 'EIO', 'EPIPE'])(
    'a disk that fails with %s in the middle of an event leaves the whole ones before it',
    async (code) => {
      const { writeSync: real } = await vi.importActual<typeof fs>('node:fs');
      const writer = await openTraceFile(at(code));
      const events = conversation(3);
      appendAll(writer, events.slice(0, 4));
      let calls = 0;
      writeSync.mockImplementation(((fd: number, bytes: Uint8Array, offset: number) => {
        if (calls++ === 0) return real(fd, bytes, offset, 20);
        throw Object.assign(new Error(`${code}: no`), { code });
      }) as never);
      appendAll(writer, events.slice(4));
      await writer.close();
      writeSync.mockImplementation(real as never);
      expect(writer.failure).toMatchObject({ code });
      expect(writer.trace()).toMatchObject({ steps: { length: 3 }, outcome: { kind: 'returned' } });
      expect(calls).toBe(2);
      expect(await readTraceFile(at(code))).toMatchObject({ sealed: false, damage: null });
      expect(await collect(at(code))).toEqual(events.slice(0, 4));
    },
  );

  it('writes nothing more once it is closed, and says so', async () => {
    const writer = await openTraceFile(at('closed'));
    const events = conversation(2);
    appendAll(writer, events.slice(0, 2));
    await writer.close();
    const other = fs.openSync(at('other'), 'w');
    writer.append(events[2] as TraceEvent);
    fs.closeSync(other);
    expect(writer.failure).toMatchObject({ message: expect.stringContaining('closed') });
    expect(await readFile(at('other'))).toHaveLength(0);
    expect(writer.trace().steps[0]?.outcome.kind).toBe('returned');
    expect(await collect(at('closed'))).toEqual(events.slice(0, 2));
  });

  it('a damaged file is refused event by event too, at the damage', async () => {
    const bytes = await readFile(at('a'));
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] as number) ^ 4;
    await writeFile(at('damaged'), bytes);
    await expect(readTraceFile(at('damaged'))).rejects.toMatchObject({ code: 'STEPFORK_TRACE_DAMAGED', source: at('damaged') });
    await expect(collect(at('damaged'))).rejects.toMatchObject({ code: 'STEPFORK_TRACE_DAMAGED' });
    const long = conversation(400);
    const writer = await openTraceFile(at('long'));
    appendAll(writer, long);
    await writer.close();
    const whole = await readFile(at('long'));
    await writeFile(at('cut'), whole.subarray(0, (whole.length >> 1) + 1));
    const cut = await collect(at('cut'));
    expect(cut.length).toBeGreaterThan(5);
    expect(cut).toEqual(long.slice(0, cut.length));
  });

  it('a second writer is refused while the first one records, and the first one has all', async () => {
    const events = conversation(3);
    const writer = await openTraceFile(at('two'));
    appendAll(writer, events.slice(0, 3));
    await expect(openTraceFile(at('two'))).rejects.toMatchObject({ code: 'STEPFORK_FILE_EXISTS' });
    await expect(writeTraceFile(at('two'), await readTraceFile(at('a')))).rejects.toMatchObject({ code: 'STEPFORK_FILE_EXISTS' });
    const locked = { code: 'STEPFORK_FILE_LOCKED', message: expect.stringContaining(at('two')) };
    await expect(openTraceFile(at('two'), { force: true })).rejects.toMatchObject(locked);
    await expect(writeTraceFile(at('two'), await readTraceFile(at('a')), { force: true })).rejects.toMatchObject(locked);
    appendAll(writer, events.slice(3));
    await writer.close();
    expect(writer.failure).toBeNull();
    expect(await collect(at('two'))).toEqual(events);
    expect((await readdir(folder)).filter((name) => name.includes('.lock'))).toEqual([]);
  });

  it('a recording with force keeps the others away before its file is there, and a killed one keeps nobody away', async () => {
    const first = await openTraceFile(at('forced'), { force: true });
    await expect(openTraceFile(at('forced'))).rejects.toMatchObject({ code: 'STEPFORK_FILE_LOCKED' });
    await first.close();
    const { pid } = spawnSync(process.execPath, ['-e', '']);
    await writeFile(`${at('forced')}.lock`, JSON.stringify({ pid, host: hostname() }));
    const second = await openTraceFile(at('forced'));
    appendAll(second, conversation(1));
    await second.close();
    expect(await readTraceFile(at('forced'))).toMatchObject({ sealed: true });
  });

  it('a writer whose file somebody else has put another one in the place of says so', async () => {
    const first = await openTraceFile(at('taken'));
    appendAll(first, conversation(2));
    await writeTraceFile(at('theirs'), await readTraceFile(at('a')));
    await rename(at('theirs'), at('taken'));
    const there = await readFile(at('taken'));
    await first.close();
    expect(first.failure).toMatchObject({ code: 'STEPFORK_FILE_CHANGED', message: expect.stringContaining(at('taken')) });
    expect((await readFile(at('taken'))).equals(there)).toBe(true);
  });

  it('a disk that is really full leaves the whole events before it', async () => {
    const events = conversation(20, 40);
    const file = JSON.stringify(pathToFileURL(join(import.meta.dirname, '../dist/file.js')).href);
    const code = `
      const { openTraceFile } = await import(${file});
      const writer = await openTraceFile(${JSON.stringify(at('full'))});
      for (const event of ${JSON.stringify(events)}) writer.append(event);
      await writer.close();
      console.log(JSON.stringify({ code: writer.failure?.code, steps: writer.trace().steps.length }));`;
    // No file of more than 2 or 4 KB (blocks of 512 or 1024 bytes) may be written by this shell and what it starts.
    const printed = execFileSync('sh', ['-c', 'ulimit -f 4; exec "$0" "$@"', process.execPath, '--input-type=module', '-e', code]);
    expect(JSON.parse(printed.toString())).toEqual({ code: 'EFBIG', steps: 20 });
    const read = await collect(at('full'));
    expect(read).toEqual(events.slice(0, read.length));
    expect(read.length).toBeGreaterThan(5);
    expect(await readTraceFile(at('full'))).toMatchObject({ sealed: false, damage: null });
  });

  it('events of a file that is larger than its pieces come out whole', async () => {
    const events = conversation(30, 40_000);
    const writer = await openTraceFile(at('large'));
    appendAll(writer, events);
    await writer.close();
    let i = 0;
    for await (const event of readTraceEvents(at('large'))) expect(JSON.stringify(event) === JSON.stringify(events[i++])).toBe(true);
    expect(i).toBe(events.length);
  });
});

it.each([
  ['a file that is not there', (name: string) => name, 'STEPFORK_FILE_NOT_FOUND'],
  ['a folder', () => folder, 'STEPFORK_NOT_A_TRACE'],
])('%s is a clear error', async (_, pathOf, code) => {
  const path = pathOf(join(folder, 'nowhere.sftrace'));
  await expect(readTraceFile(path)).rejects.toMatchObject({
    code,
    message: expect.stringContaining(path),
    hint: expect.stringMatching(/./),
  });
  await expect(collect(path)).rejects.toMatchObject({ code });
});

it('a folder that is not there is a clear error when writing', async () => {
  const path = join(folder, 'no', 'where.sftrace');
  await expect(openTraceFile(path)).rejects.toMatchObject({ code: 'STEPFORK_FILE_NOT_FOUND' });
  await expect(openTraceFile(path, { force: true })).rejects.toMatchObject({ code: 'STEPFORK_FILE_NOT_FOUND' });
});

it('the ending counts in capitals too', async () => {
  const file = join(folder, 'A.SFTRACE.JSONL');
  const writer = await openTraceFile(file);
  appendAll(writer, conversation(1));
  await writer.close();
  expect((await readFile(file, 'utf8')).slice(0, 8)).toBe('{"type":');
});
