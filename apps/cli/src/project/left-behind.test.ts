import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';
import { removeLeft, temporaryFolder } from './left-behind.ts';

const dead = spawnSync(process.execPath, ['-e', '']).pid;

it('removes what a process that is gone has left, and nothing else', () => {
  const folder = mkdtempSync(join(tmpdir(), 'left-'));
  const names = [`x-${dead}-a`, `x-${process.pid}-a`, 'x-other', `y-${dead}-a`];
  for (const name of names) mkdirSync(join(folder, name, 'inner'), { recursive: true });
  expect([removeLeft(folder, 'x-'), removeLeft(folder, 'x-')]).toEqual([true, false]);
  expect(names.map((name) => existsSync(join(folder, name)))).toEqual([false, true, true, true]);
  rmSync(folder, { recursive: true });
});

it('a temporary folder bears the id of this process', () => {
  const folder = temporaryFolder('stepfork-left-');
  expect(basename(folder)).toMatch(new RegExp(`^stepfork-left-${process.pid}-`));
  rmSync(folder, { recursive: true });
});
