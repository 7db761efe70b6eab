import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';

// `npm run test:long` has a million of them.
it('20,000 damaged and made-up files are refused by a typed error or read, in bounded time and memory', () => {
  const program = join(import.meta.dirname, 'fuzz', 'fuzz.mjs');
  const { stdout, stderr, status } = spawnSync(process.execPath, [program, '--inputs', '20000'], { encoding: 'utf8' });
  expect(stderr.split('\n').filter((line) => !/^(\d+ of 20000)?$/.test(line))).toEqual([]);
  expect(status).toBe(0);
  const { read, refused } = JSON.parse(stdout) as { readonly read: number; readonly refused: number };
  expect(read + refused).toBe(20_000);
  // Where nearly everything is refused at the door, the rooms behind it are not looked at.
  expect(read).toBeGreaterThan(1_000);
}, 300_000);
