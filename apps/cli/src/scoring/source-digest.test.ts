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

it.each([
  ["import { system } from '../../beside/system.js';", 'beside/system.ts', 'export const system = 1;'],
  ["import rates from '../../beside/rates.json' with { type: 'json' };", 'beside/rates.json', '{}'],
  ["export * from '../../beside';", 'beside/index.ts', "export { rates } from './rates.js';"],
  ["const prices = require('../../beside/prices');", 'beside/prices.cjs', 'module.exports = 1;'],
])('what a source names by its path is known, also beside the package: %s', (text, path, named) => {
  const outer = root;
  root = join(outer, 'shop');
  write('src/agent.js', text);
  write(`../${path}`, named);
  write('../beside/rates.js', 'export const rates = 1;');
  const one = digest();
  write(`../${path}`, `${named} `);
  const other = digest();
  write('../beside/rates.js', 'export const rates = 2;');
  expect([other === one, digest() === other]).toEqual([false, !named.includes('rates.js')]);
  // What is left out itself still names what it imports.
  const test = join(root, 'shop.test.ts');
  writeFileSync(test, "import { agent } from '../beside/agent.ts';");
  write('../beside/agent.ts', 'one');
  const before = sourceDigest([root], [test])?.text;
  write('../beside/agent.ts', 'other');
  expect(sourceDigest([root], [test])?.text).not.toBe(before);
  root = outer;
});

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
