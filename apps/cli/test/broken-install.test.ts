import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

it('ends with 70 where even the report of an error fails, instead of reporting that for ever', { timeout: 150_000 }, () => {
  const copy = mkdtempSync(join(tmpdir(), 'stepfork-alone-'));
  try {
    // The command with the one package that it needs to start, and nothing that it loads later: the words for an error cannot be loaded either.
    const colours = realpathSync(fileURLToPath(new URL('../node_modules/picocolors', import.meta.url)));
    cpSync(colours, join(copy, 'node_modules', 'picocolors'), { recursive: true });
    for (const part of ['bin', 'dist', 'oclif.manifest.json', 'package.json']) {
      cpSync(fileURLToPath(new URL(`../${part}`, import.meta.url)), join(copy, part), { recursive: true });
    }
    const run = spawnSync(process.execPath, [join(copy, 'bin', 'run.js'), 'inspect', join(copy, 'package.json')], {
      encoding: 'utf8',
      timeout: 120_000,
    });
    expect(run).toMatchObject({ signal: null, status: 70, stdout: '' });
    expect(run.stderr).toContain('stepfork ended unexpectedly');
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
});
