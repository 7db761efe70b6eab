import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { lockFile } from './lock-file.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stepfork-lock-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** So that one looks while another takes. */
async function after<T>(turns: number, body: () => Promise<T>): Promise<T> {
  for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  return body();
}

/** Of a process that has come to its end. */
function deadPid(): number {
  return spawnSync(process.execPath, ['-e', '']).pid;
}

it('gives the lock that a killed process has left to one of those who want it', async () => {
  const left = JSON.stringify({ pid: deadPid(), host: hostname() });
  for (let round = 0; round < 20; round += 1) {
    const path = join(folder, `${round}.sftrace`);
    await writeFile(`${path}.lock`, left);
    const asked = await Promise.allSettled(Array.from({ length: 12 }, (_, at) => after(at, async () => lockFile(path))));
    const got = asked.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    expect(got).toHaveLength(1);
    got[0]?.();
  }
  expect(await readdir(folder)).toEqual([]);
});

it.each([
  ['of another machine', JSON.stringify({ pid: 1, host: 'elsewhere' })],
  ['of a process that runs', JSON.stringify({ pid: process.pid, host: hostname() })],
  ['that nobody can read', 'garbage'],
  ['that is empty', ''],
])('leaves a lock %s where it is, and names it', async (_, text) => {
  const path = join(folder, 'x.sftrace');
  await writeFile(`${path}.lock`, text);
  expect(() => lockFile(path)).toThrow(
    expect.objectContaining({ code: 'STEPFORK_FILE_LOCKED', hint: expect.stringContaining(`${path}.lock`) }),
  );
  expect(await readFile(`${path}.lock`, 'utf8')).toBe(text);
});

it('does not remove the lock of somebody else', async () => {
  const path = join(folder, 'x.sftrace');
  const unlock = lockFile(path);
  await writeFile(`${path}.lock`, JSON.stringify({ pid: 1, host: 'elsewhere' }));
  unlock();
  expect(await readdir(folder)).toEqual(['x.sftrace.lock']);
});

it('leaves nothing where its process ends without letting go', () => {
  const path = join(folder, 'x.sftrace');
  const file = JSON.stringify(pathToFileURL(join(import.meta.dirname, '../../dist/lock-file.js')).href);
  const code = `const { lockFile } = await import(${file}); lockFile(${JSON.stringify(path)}); process.exit(0);`;
  const { status } = spawnSync(process.execPath, ['--input-type=module', '-e', code], { stdio: 'inherit' });
  expect([status, readdirSync(folder)]).toEqual([0, []]);
});
