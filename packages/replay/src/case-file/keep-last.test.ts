import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, parse } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createProjectRedactor, record, tool } from '@stepfork/interceptor';
import { effectStep, returns, step, trace, traceFile } from '@stepfork/testkit';
import { diffTraces } from '@stepfork/trace';
import { readTraceFile, writeTraceFile } from '@stepfork/trace/file';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { check } from '../check.ts';
import { attachFork } from '../forks/attach-fork.ts';
import type { Agent } from '../test-case.ts';
import { type VerifyOptions, verify } from '../verify.ts';
import { lastPlace } from './last-place.ts';

const all = mkdtempSync(join(tmpdir(), 'stepfork-last-'));
afterAll(() => rmSync(all, { recursive: true }));

let root: string;
let last: string;
let projects = 0;
beforeEach(() => {
  root = join(all, `project-${projects++}`);
  last = join(root, '.stepfork/last');
  mkdirSync(join(root, 'test'), { recursive: true });
  writeFileSync(join(root, 'package.json'), '{}');
});

const trunk = trace(step('lookup', 7, { cents: 4999 }), effectStep('refund', { cents: 49 }, { id: 'rf_1' }), returns({ refunded: 49 }));
const recording = traceFile(trunk);
const lookup = tool('lookup', async (_: number): Promise<{ cents: number }> => ({ cents: 0 }));
const refund = tool('refund', async (_: object): Promise<unknown> => null, { effect: true });
const agentThat =
  (amountOf: (cents: number) => number, id = 7): Agent =>
  async () => {
    const { cents } = await lookup(id);
    await refund({ cents: amountOf(cents) });
    return { refunded: amountOf(cents) };
  };
const buggy = agentThat((cents) => Math.floor(cents / 100));
const fixed = agentThat((cents) => cents);
const lost = agentThat((cents) => cents, 8);
const claim = { returns: { refunded: 4999 } };

async function traceAt(path: string): Promise<URL> {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  if (!existsSync(file)) await writeTraceFile(file, recording);
  return pathToFileURL(file);
}

async function messageOf(
  agent: Agent,
  path = 'test/refund.sftrace.jsonl',
  more: object = {},
  options: VerifyOptions = {},
): Promise<string> {
  const result = verify({ traces: await traceAt(path), agent, claim, ...more }, options);
  return result.then(
    () => 'pass',
    (error: Error) => error.message,
  );
}

const keptFiles = (): readonly string[] => (existsSync(last) ? readdirSync(last).sort() : []);

test.each([
  ['red', agentThat((cents) => cents + 1)],
  ['inconclusive', lost],
])('what a %s test has done is kept where git does not see it, and the error prints the command that compares it', async (_, agent) => {
  const message = await messageOf(agent);
  const kept = join(last, 'refund.sftrace');
  expect(message).toContain(`stepfork diff ${join(root, 'test/refund.sftrace.jsonl')} ${kept}`);
  const file = await readTraceFile(kept);
  expect(diffTraces(trunk, file.trunk).length).toBeGreaterThan(0);
  expect(statSync(kept).mode & 0o777).toBe(0o600);
  execFileSync('git', ['init', '-q'], { cwd: root });
  expect(execFileSync('git', ['status', '--porcelain', '-uall'], { cwd: root, encoding: 'utf8' })).not.toContain('.stepfork');
});

test('a test that passes removes what was kept of it, and makes no folder', async () => {
  expect(await messageOf(fixed)).toBe('pass');
  expect(existsSync(join(root, '.stepfork'))).toBe(false);
  await messageOf(buggy);
  expect(keptFiles()).toEqual(['refund.sftrace']);
  expect(await messageOf(fixed)).toBe('pass');
  expect(keptFiles()).toEqual([]);
});

test('the last replay of a test takes the place of the one before', async () => {
  await messageOf(lost);
  await messageOf(buggy);
  expect(keptFiles()).toEqual(['refund.sftrace']);
  expect((await readTraceFile(join(last, 'refund.sftrace'))).trunk.outcome).toEqual({ kind: 'returned', value: { refunded: 49 } });
});

test('two tests of one trace, and two traces of one name, take nothing from each other', async () => {
  const messages = [
    await messageOf(buggy),
    await messageOf(buggy, undefined, { claim: { returns: { refunded: 1 } } }),
    await messageOf(buggy, 'test/other/refund.sftrace.jsonl'),
  ];
  const files = messages.map((message) => /stepfork diff \S+ (\S+)$/m.exec(message)?.[1] ?? '');
  expect(new Set(files).size).toBe(3);
  expect(files.every((file) => existsSync(file))).toBe(true);
  expect(await messageOf(fixed)).toBe('pass');
  expect(files.map((file) => existsSync(file))).toEqual([false, true, true]);
});

test.each([
  ['a refund is issued in full', 'a-refund-is-issued-in-full.sftrace'],
  ['../../etc/passwd', 'etc-passwd.sftrace'],
  ['Rückzahlung', 'Rückzahlung.sftrace'],
  ['…', 'test.sftrace'],
])('a test of the name %j is kept as %s', async (name, file) => {
  await messageOf(buggy, undefined, {}, { name });
  await messageOf(buggy, undefined, { claim: { returns: { refunded: 5000 } } }, { name });
  expect(keptFiles()).toEqual([file]);
});

test('outside of a package it is kept beside the trace', () => {
  const nowhere = join(parse(root).root, 'no-such-folder/test');
  expect(lastPlace(join(nowhere, 'refund.sftrace'), 'x').files[0]).toBe(join(nowhere, '.stepfork/last/refund.sftrace'));
});

test('a project keeps fifty, and the oldest go', async () => {
  mkdirSync(last, { recursive: true });
  for (let index = 0; index < 50; index += 1) {
    const path = join(last, `old-${index}.sftrace`);
    writeFileSync(path, '');
    utimesSync(path, index + 1, index + 1);
  }
  await messageOf(buggy);
  expect(keptFiles()).toHaveLength(50);
  expect(keptFiles()).toEqual(expect.not.arrayContaining(['old-0.sftrace']));
  expect(keptFiles()).toEqual(expect.arrayContaining(['old-1.sftrace', 'refund.sftrace']));
});

test.each([
  ['a file', () => writeFileSync(join(root, '.stepfork'), 'mine')],
  ['a link', () => symlinkSync(mkdtempSync(join(all, 'elsewhere-')), join(root, '.stepfork'))],
])('where %s stands in its place nothing is kept, and the verdict is the same', async (_, prepare) => {
  prepare();
  const message = await messageOf(buggy);
  expect(message).toMatch(/^fail: /);
  expect(message).not.toContain('stepfork diff');
});

test('recordings that come from no file leave nothing behind', async () => {
  const error = await verify({ traces: recording, agent: buggy, claim }).catch((thrown: Error) => thrown);
  expect((error as Error).message).not.toContain('stepfork diff');
});

test('a kept replay is no recording: it is neither replayed nor attached', async () => {
  await messageOf(lost);
  const url = pathToFileURL(join(last, 'refund.sftrace'));
  await expect(check({ traces: url, agent: fixed, claim })).rejects.toThrow('the trace is a kept replay');
  const { trunk: kept } = await readTraceFile(url);
  expect(kept.run.derived).toMatchObject({ kind: 'replayed', of: trunk.run.id, from: trunk.run.id });
  expect(() => attachFork(recording, kept, null)).toThrow('the run to attach is a kept replay');
});

test('the command names the fork that was followed', async () => {
  const fork = trace(step('lookup', 8, { cents: 4999 }), returns({ refunded: 4999 }));
  const attached = { ...fork, run: { ...fork.run, id: 'fork', derived: { kind: 'attached', of: trunk.run.id } as const } };
  const path = join(root, 'test/forked.sftrace');
  await writeTraceFile(path, { ...recording, forks: [attached] });
  const agent: Agent = async () => ({ refunded: (await lookup(8)).cents / 100 });
  const error = await verify({ traces: pathToFileURL(path), agent, claim }).catch((thrown: Error) => thrown);
  expect((error as Error).message).toContain(`stepfork diff --fork 1 ${path} ${join(last, 'forked.sftrace')}`);
});

test('a secret that the agent meets in a replay is kept nowhere', async () => {
  const secret = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`;
  const path = join(root, 'test/secret.sftrace.jsonl');
  const redactor = createProjectRedactor({ key: new Uint8Array(32).fill(7) });
  const recorded = await record(async () => lookup(7), 'go', { redactor });
  await writeTraceFile(path, { trunk: recorded, forks: [], sealed: true, damage: null });
  for (const options of [{}, { redactor }]) {
    const agent: Agent = async () => ({ ...(await lookup(7)), token: secret });
    const error = await verify({ traces: pathToFileURL(path), agent, claim }, options).catch((thrown: Error) => thrown);
    expect((error as Error).message).toContain('stepfork diff');
    const { trunk: kept } = await readTraceFile(join(last, 'secret.sftrace'));
    expect(JSON.stringify(kept)).toMatch(/STEPFORK/i);
    expect(JSON.stringify(kept)).not.toContain(secret);
  }
  expect(readFileSync(path, 'utf8')).not.toContain(secret);
});
