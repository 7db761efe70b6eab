import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describeExporter } from '@stepfork/export/testing';
import tap from './exporter.mjs';

describeExporter(tap, { run: runScript, folder: join(import.meta.dirname, '.exported') });

async function runScript(folder) {
  const file = readdirSync(folder).find((name) => name.endsWith('.tap.mjs'));
  const { stdout, stderr } = spawnSync(process.execPath, [file], { cwd: folder, encoding: 'utf8' });
  const output = stdout + stderr;
  if (/^ok 1 /m.test(stdout)) return { outcome: 'pass', output };
  if (/^not ok 1 /m.test(stdout)) return { outcome: 'fail', output };
  if (/^Bail out! inconclusive$/m.test(stdout)) return { outcome: 'inconclusive', output };
  throw new Error(`The script printed no result:\n${output}`);
}
