import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
// As built: Node itself reads the toy agents.
import { createExporterRegistry } from '@stepfork/export';
import { describeExporter, type RunResult } from '@stepfork/export/testing';
import { afterAll } from 'vitest';

// In this package, so that what the exported tests import resolves; and a project of its own, which keeps what the red ones have done.
const folder = mkdtempSync(join(import.meta.dirname, '..', '.exported-'));
writeFileSync(join(folder, 'package.json'), '{}');
afterAll(() => rmSync(folder, { recursive: true }));

describeExporter(createExporterRegistry().get('node-test'), { run: runNodeTest, folder });

/** The real `node --test`, by what it says itself in TAP. */
async function runNodeTest(own: string): Promise<RunResult> {
  const [file = ''] = readdirSync(own).filter((name) => name.endsWith('.test.mjs'));
  const run = promisify(execFile)(process.execPath, ['--test', '--test-reporter=tap', join(own, file)], { cwd: own });
  const { stdout: output } = await run.catch((error: { readonly stdout: string }) => error);
  const count = (name: string): number => Number(new RegExp(`^# ${name} (\\d+)$`, 'm').exec(output)?.[1]);
  // A file that ends before its test is counted like a test.
  if (count('tests') !== 1 || /^ +exitCode: /m.test(output))
    throw new Error(`node --test ran ${count('tests')} tests instead of one:\n${output}`);
  if (count('pass') === 1) return { outcome: 'pass', output };
  return { outcome: /^ +name: 'InconclusiveError'$/m.test(output) ? 'inconclusive' : 'fail', output };
}
