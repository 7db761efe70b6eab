import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll } from 'vitest';
import { vitestExporter } from '../src/exporters/vitest.ts';
import { describeExporter, type RunResult } from '../src/testing.ts';

// In this package, so that what the exported tests import resolves.
const folder = mkdtempSync(join(import.meta.dirname, '..', '.exported-'));
// Another Vitest than that of this workspace: `npm run test:vitests`.
const { STEPFORK_TEST_VITEST: other } = process.env;
const packageFolder = other ?? dirname(createRequire(import.meta.url).resolve('vitest/package.json'));
if (other !== undefined) {
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(other, join(folder, 'node_modules', 'vitest'));
}
// And a project of its own, which keeps what the red ones have done.
writeFileSync(join(folder, 'package.json'), '{}');
afterAll(() => rmSync(folder, { recursive: true }));

// A start of Vitest takes five seconds of a core, and half a minute where ten others want it.
describeExporter(vitestExporter, { run: runVitest, folder, timeoutMs: 240_000 });

const vitest = join(packageFolder, 'vitest.mjs');

interface JsonReport {
  readonly testResults: readonly {
    readonly message: string;
    readonly assertionResults: readonly { readonly status: string; readonly failureMessages: readonly string[] }[];
  }[];
}

/** The real Vitest, in a process and with a configuration of its own. */
async function runVitest(folder: string): Promise<RunResult> {
  // Without a file of its own it would take the configuration of this package.
  await writeFile(join(folder, 'vitest.config.mjs'), 'export default {};\n');
  const output = await printed(folder);
  const report = JSON.parse(await readFile(join(folder, 'report.json'), 'utf8')) as JsonReport;
  const results = report.testResults.flatMap(({ assertionResults }) => assertionResults);
  const [result] = results;
  if (result === undefined || results.length !== 1) throw new Error(`Vitest ran ${results.length} tests instead of one:\n${output}`);
  if (result.status === 'passed') return { outcome: 'pass', output };
  const isInconclusive = result.failureMessages.some((message) => message.startsWith('InconclusiveError:'));
  return { outcome: isInconclusive ? 'inconclusive' : 'fail', output };
}

/** What Vitest prints, also when it ends with an error because a test failed. */
async function printed(folder: string): Promise<string> {
  const args = [vitest, 'run', '--root', folder, '--no-color', '--reporter=default', '--reporter=json', '--outputFile.json=report.json'];
  try {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, args, { cwd: folder });
    return stdout + stderr;
  } catch (error) {
    const { stdout, stderr } = error as { stdout?: string; stderr?: string };
    if (stdout === undefined) throw error;
    return stdout + stderr;
  }
}
