import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { installCommand, packageManagerOf } from './package-manager.ts';

const root = resolve('/');
const folder = join(root, 'home', 'project', 'packages', 'agent', 'test');

test.each([
  ['a lock file in the folder itself', { 'packages/agent/test/yarn.lock': '' }, 'yarn'],
  ['a lock file at the root of the workspace', { 'pnpm-lock.yaml': '', 'packages/agent/package.json': '{}' }, 'pnpm'],
  ['the nearest lock file', { 'pnpm-lock.yaml': '', 'packages/agent/package-lock.json': '' }, 'npm'],
  ['the text lock file of bun', { 'bun.lock': '' }, 'bun'],
  ['a name with a version', { 'package.json': '{"packageManager":"yarn@4.9.1+sha512.abc"}' }, 'yarn'],
  ['the name before a lock file of the same folder', { 'package.json': '{"packageManager":"pnpm@10.0.0"}', 'yarn.lock': '' }, 'pnpm'],
  ['devEngines', { 'package.json': '{"devEngines":{"packageManager":{"name":"bun"}}}' }, 'bun'],
  ['a broken package.json does not tell', { 'package.json': '{', 'yarn.lock': '' }, 'yarn'],
  ['an unknown name does not tell', { 'package.json': '{"packageManager":"constructor@1"}', 'pnpm-lock.yaml': '' }, 'pnpm'],
  ['nothing anywhere', {}, 'npm'],
] as const)('the package manager is told by %s', (_, files: Readonly<Record<string, string>>, manager) => {
  const disk = new Map(Object.entries(files).map(([file, text]) => [join(root, 'home', 'project', ...file.split('/')), text]));
  expect(packageManagerOf(folder, (file) => disk.get(file) ?? null)).toBe(manager);
});

test.each([
  ['pnpm', 'pnpm add -D @stepfork/replay vitest'],
  ['npm', 'npm install -D @stepfork/replay vitest'],
  ['yarn', 'yarn add -D @stepfork/replay vitest'],
  ['bun', 'bun add -d @stepfork/replay vitest'],
] as const)('%s installs with one line', (manager, line) => {
  expect(installCommand(manager, ['@stepfork/replay', 'vitest'])).toBe(line);
});

test('this repository is installed with pnpm', () => {
  expect(packageManagerOf(import.meta.dirname)).toBe('pnpm');
});
