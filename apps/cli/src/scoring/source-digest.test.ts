import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { sourceDigest } from './source-digest.ts';

let root = '';

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'stepfork-digest-')));
  write('src/agent.js', 'export const agent = () => 1;');
});

afterEach(() => rmSync(root, { recursive: true }));

it.each(['src/agent.js', 'prompts/system.md', '.env', '.env.local'])('an agent may read %s: with another one nothing is known', (path) => {
  write(path, 'one');
  const before = digest();
  write(path, 'other');
  expect(digest()).not.toBe(before);
});

it.each(['.git/index', '.stepfork/last/run.sftrace', 'node_modules/left/index.js', 'run.log', 'refund.sftrace', 'test/refund.test.ts'])(
  'no run reads %s, or it is known by something else',
  (path) => {
    write(path, 'one');
    const before = digest();
    write(path, 'other');
    expect(digest()).toBe(before);
  },
);

it('what a link leads to is read through it, a circle of links once', () => {
  const elsewhere = realpathSync(mkdtempSync(join(tmpdir(), 'stepfork-digest-')));
  try {
    writeFileSync(join(elsewhere, 'system.md'), 'one');
    symlinkSync(elsewhere, join(root, 'prompts'));
    symlinkSync(join(elsewhere, 'system.md'), join(root, 'system.md'));
    symlinkSync(root, join(elsewhere, 'back'));
    symlinkSync(join(root, 'nowhere'), join(root, 'broken'));
    const before = digest();
    writeFileSync(join(elsewhere, 'system.md'), 'other');
    expect(digest()).not.toBe(before);
  } finally {
    rmSync(elsewhere, { recursive: true });
  }
});

function write(path: string, text: string): void {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

function digest(): string | null {
  return sourceDigest([root], [])?.text ?? null;
}
