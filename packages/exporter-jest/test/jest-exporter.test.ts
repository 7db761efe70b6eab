import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Exporter } from '@stepfork/export';
import { describeExporter, type RunResult } from '@stepfork/export/testing';
import jestExporter from '@stepfork/exporter-jest';
import { afterAll } from 'vitest';

const folder = mkdtempSync(join(import.meta.dirname, '..', '.exported-'));
writeFileSync(join(folder, 'package.json'), '{}');
afterAll(() => rmSync(folder, { recursive: true }));

describeExporter(jestExporter, { run: (own) => runJest(own), folder });

const asModule: Exporter = {
  ...jestExporter,
  name: 'jest-esm',
  render: (request) => jestExporter.render({ ...request, switches: ['esm'] }),
};
describeExporter(asModule, { run: (own) => runJest(own, '--experimental-vm-modules'), folder });

const jest = join(dirname(createRequire(import.meta.url).resolve('jest/package.json')), 'bin', 'jest.js');

interface JsonReport {
  readonly testResults: readonly {
    readonly message: string;
    readonly assertionResults: readonly { readonly status: string; readonly failureMessages: readonly string[] }[];
  }[];
}

/** The real Jest; without Babel, which is most of the time that it takes, and has nothing to do here. */
async function runJest(own: string, ...nodeFlags: readonly string[]): Promise<RunResult> {
  writeFileSync(join(own, 'package.json'), '{}');
  const args = [
    ...nodeFlags,
    jest,
    '--rootDir',
    own,
    '--config',
    '{"transform":{}}',
    '--json',
    '--outputFile=report.json',
    '--watchman=false',
    '--runInBand',
  ];
  const run = promisify(execFile)(process.execPath, args, { cwd: own });
  const { stderr: output } = await run.catch((error: { readonly stderr: string }) => error);
  const report = JSON.parse(readFileSync(join(own, 'report.json'), 'utf8')) as JsonReport;
  const results = report.testResults.flatMap(({ assertionResults }) => assertionResults);
  const [result] = results;
  if (result === undefined || results.length !== 1) throw new Error(`Jest ran ${results.length} tests instead of one:\n${output}`);
  if (result.status === 'passed') return { outcome: 'pass', output };
  const isInconclusive = result.failureMessages.some((message) => message.startsWith('InconclusiveError: inconclusive'));
  return { outcome: isInconclusive ? 'inconclusive' : 'fail', output };
}
