import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { smallRun } from '../../test/small-run.ts';
import { editTraceFile, openTraceFile, readTraceFile, writeTraceFile } from '../file.ts';
import type { Answered, Derivation, Run, Trace } from '../trace.ts';
import { createTraceWriter } from '../writing/create-trace-writer.ts';

const run = (id: string, derived?: Derivation): Run => smallRun({ id, input: { q: 'hi' }, ...(derived && { derived }) });

const long = 'a text that is worth sharing between a trunk and its forks, since it is long. '.repeat(4);

/** A run of one call. */
function traceOf(head: Run, answer: string, answered?: Answered): Trace {
  const writer = createTraceWriter();
  writer.append({ type: 'run-start', run: head });
  const call = { kind: 'tool', name: 'search', input: { q: long }, effect: false } as const;
  writer.append({ type: 'call-start', step: 0, parent: null, call, atMs: 1 });
  if (answered !== undefined) writer.append({ type: 'call-answer', step: 0, answered, atMs: 1 });
  writer.append({ type: 'call-end', step: 0, outcome: { kind: 'returned', value: { text: long, answer } }, atMs: 2 });
  writer.append({ type: 'run-end', outcome: { kind: 'returned', value: answer }, atMs: 3 });
  return writer.trace();
}

const trunk = traceOf(run('trunk'), 'old');
const fork = (id: string, answer = id): Trace => traceOf(run(id, { kind: 'attached', of: 'trunk' }), answer);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stepfork-edit-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function fileOf(name: string, forks: readonly Trace[] = []): Promise<string> {
  const path = join(folder, name);
  await writeTraceFile(path, { trunk, forks, sealed: true, damage: null });
  return path;
}

describe.each(['sftrace', 'sftrace.jsonl'])('.%s', (ending) => {
  it('adds a fork behind what is there, whose bytes stay', async () => {
    const path = await fileOf(`add.${ending}`);
    const before = await readFile(path);
    const edit = await editTraceFile(path);
    await edit.write([fork('one')]);
    await edit.close();
    const after = await readFile(path);
    expect(after.subarray(0, before.length).equals(before)).toBe(true);
    // A trunk's values are not written again.
    expect(after.length - before.length).toBeLessThan(before.length);
    const read = await readTraceFile(path);
    expect(read.sealed).toBe(true);
    expect(read.forks.map(({ run: { id, derived } }) => ({ id, derived }))).toEqual([
      { id: 'one', derived: { kind: 'attached', of: 'trunk' } },
    ]);
    expect(await readdir(folder)).not.toContain(`add.${ending}.lock`);
  });

  it('drops forks, and keeps the others as they were', async () => {
    const path = await fileOf(`drop.${ending}`, [fork('one'), fork('two')]);
    const edit = await editTraceFile(path);
    await edit.write(edit.file.forks.filter(({ run: { id } }) => id === 'two'));
    await edit.close();
    expect((await readTraceFile(path)).forks.map(({ run: { id } }) => id)).toEqual(['two']);
  });

  it.each<Answered>([
    { how: 'exact' },
    { how: 'declared' },
    { how: 'live' },
    { how: 'null' },
    { how: 'next-unused', lent: { q: long, cents: 49 } },
  ])('keeps who answered: $how', async (answered) => {
    const path = await fileOf(`answered-${answered.how}.${ending}`);
    const edit = await editTraceFile(path);
    await edit.write([traceOf(run('f', { kind: 'on-demand', of: 'trunk', from: 'trunk' }), 'new', answered)]);
    await edit.close();
    const [read] = (await readTraceFile(path)).forks;
    expect(read?.steps[0]?.answered).toEqual(answered);
    expect(read?.run.derived).toEqual({ kind: 'on-demand', of: 'trunk', from: 'trunk' });
  });

  it.each<readonly [string, readonly Trace[], string]>([
    ['of another file', [traceOf(run('x', { kind: 'attached', of: 'elsewhere' }), 'x')], 'which is not the trunk of this file'],
    ['that is a what-if', [traceOf(run('x', { kind: 'what-if', of: 'trunk', step: 0 }), 'x')], 'a what-if among recordings'],
    ['that is there already', [fork('one'), fork('one')], 'Two runs with the id "one"'],
  ])('refuses a fork %s, and leaves the file as it was', async (_, forks, message) => {
    const path = await fileOf(`refused-${message.length}-${forks.length}.${ending}`);
    const before = await readFile(path);
    const edit = await editTraceFile(path);
    await expect(edit.write(forks)).rejects.toThrow(message);
    await edit.close();
    expect((await readFile(path)).equals(before)).toBe(true);
  });

  it('refuses to write over a change that somebody made in the meantime', async () => {
    const path = await fileOf(`changed.${ending}`);
    const edit = await editTraceFile(path);
    const theirs = join(folder, `theirs.${ending}`);
    await writeTraceFile(theirs, { trunk, forks: [fork('theirs')], sealed: true, damage: null });
    await rename(theirs, path);
    await expect(edit.write([fork('mine')])).rejects.toThrow('was changed by somebody else');
    await edit.close();
    expect((await readTraceFile(path)).forks.map(({ run: { id } }) => id)).toEqual(['theirs']);
  });

  it('refuses a trunk that was not recorded to its end', async () => {
    const path = join(folder, `killed.${ending}`);
    const writer = await openTraceFile(path);
    writer.append({ type: 'run-start', run: run('killed') });
    await writer.close();
    await expect(editTraceFile(path)).rejects.toThrow('is not sealed');
    expect(await readdir(folder)).not.toContain(`killed.${ending}.lock`);
  });
});

it('refuses a second editor, and lets it in when the first is done', async () => {
  const path = await fileOf('two.sftrace');
  const first = await editTraceFile(path);
  await expect(editTraceFile(path)).rejects.toMatchObject({ code: 'STEPFORK_FILE_LOCKED' });
  await first.close();
  const second = await editTraceFile(path);
  await second.close();
  expect(second.file.trunk.run.id).toBe('trunk');
});

it('takes over from an editor that was killed, whose file is whole', async () => {
  const path = await fileOf('dead.sftrace');
  const before = await readFile(path);
  const source = pathToFileURL(join(import.meta.dirname, '../../dist/file.js')).href;
  const script = `const { editTraceFile } = await import(${JSON.stringify(source)}); await editTraceFile(${JSON.stringify(path)}); console.log('open'); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  await expect(editTraceFile(path)).rejects.toMatchObject({ code: 'STEPFORK_FILE_LOCKED' });
  child.kill('SIGKILL');
  await once(child, 'exit');
  const edit = await editTraceFile(path);
  await edit.close();
  expect((await readFile(path)).equals(before)).toBe(true);
});

it('refuses a file whose first run is a fork', async () => {
  const path = join(folder, 'orphan.sftrace.jsonl');
  await expect(writeTraceFile(path, { trunk: fork('lone'), forks: [], sealed: true, damage: null })).rejects.toThrow('which is missing');
  const whole = await readFile(await fileOf('whole.sftrace.jsonl', [fork('one')]), 'utf8');
  const lines = whole.split('\n');
  const start = lines.findIndex((line) => line.includes('"attached"'));
  await writeFile(path, lines.slice(start).join('\n'));
  await expect(readTraceFile(path)).rejects.toThrow('a fork of the run "trunk", which is missing');
});

it('lets git merge the forks of two people without a conflict', async () => {
  const home = await mkdtemp(join(folder, 'git-'));
  const git = (...args: readonly string[]): string =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.com', ...args], { cwd: home, encoding: 'utf8' });
  const path = join(home, 'bug.sftrace.jsonl');
  const addFork = async (id: string, answer: string): Promise<void> => {
    const edit = await editTraceFile(path);
    await edit.write([...edit.file.forks, fork(id, answer)]);
    await edit.close();
    git('commit', '-qam', id);
  };
  git('init', '-q', '-b', 'main');
  await writeFile(join(home, '.gitattributes'), '*.sftrace.jsonl text eol=lf merge=union\n');
  await writeTraceFile(path, { trunk, forks: [], sealed: true, damage: null });
  git('add', '.');
  git('commit', '-qm', 'trunk');
  git('checkout', '-qb', 'theirs');
  // Forks whose events are the same but for the run that they belong to.
  await addFork('ada', 'same');
  git('checkout', '-q', 'main');
  await addFork('bob', 'same');
  git('merge', '-q', '--no-edit', 'theirs');
  const merged = await readTraceFile(path);
  expect(merged.sealed).toBe(true);
  expect(merged.forks.map(({ run: { id } }) => id).sort()).toEqual(['ada', 'bob']);
  expect(merged.forks.map(({ outcome }) => outcome)).toEqual([
    { kind: 'returned', value: 'same' },
    { kind: 'returned', value: 'same' },
  ]);
});
