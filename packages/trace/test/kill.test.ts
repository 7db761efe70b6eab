import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';

// `npm run test:long` has 200 of them.
it('a recording that is killed at any point has every event that it said it had', () => {
  const program = join(import.meta.dirname, 'kill', 'kill.mjs');
  const { stdout, stderr, status } = spawnSync(process.execPath, [program, '--kills', '8'], { encoding: 'utf8' });
  expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
  const counts = JSON.parse(stdout) as { readonly kills: number; readonly acknowledged: number };
  expect(counts.kills).toBe(8);
  expect(counts.acknowledged).toBeGreaterThan(100);
}, 300_000);
