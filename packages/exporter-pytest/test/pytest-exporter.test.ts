import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describeExporter, type RunResult } from '@stepfork/export/testing';
import pytestExporter from '@stepfork/exporter-pytest';
import { afterAll } from 'vitest';

const folder = mkdtempSync(join(import.meta.dirname, '..', '.exported-'));
writeFileSync(join(folder, 'package.json'), '{}');
afterAll(() => rmSync(folder, { recursive: true }));

const hasPytest = spawnSync('python3', ['-m', 'pytest', '--version']).status === 0;
describeExporter(pytestExporter, { run: hasPytest ? runPytest : null, folder });

/** The real pytest, by its report in JUnit XML. */
async function runPytest(own: string): Promise<RunResult> {
  const [file = ''] = readdirSync(own).filter((name) => name.endsWith('.py'));
  const args = ['-m', 'pytest', '-p', 'no:cacheprovider', '--junit-xml=report.xml', file];
  const run = promisify(execFile)('python3', args, { cwd: own });
  const { stdout: output } = await run.catch((error: { readonly stdout: string }) => error);
  const report = readFileSync(join(own, 'report.xml'), 'utf8');
  const counts = /<testsuite [^>]*errors="(\d)" failures="(\d)" skipped="0" tests="1"/.exec(report);
  if (counts === null) throw new Error(`pytest did not run one test:\n${output}\n${report}`);
  const [, errors, failures] = counts;
  if (errors === '1') return { outcome: 'inconclusive', output: named(output, report) };
  return { outcome: failures === '1' ? 'fail' : 'pass', output };
}

/** An error that does not say that it is an inconclusive verdict is another one: of the file, of the command. */
function named(output: string, report: string): string {
  if (/<error message="failed on setup with &quot;test_\w+\.InconclusiveError: inconclusive/.test(report)) return output;
  throw new Error(`The error in the report names no inconclusive verdict:\n${output}`);
}
