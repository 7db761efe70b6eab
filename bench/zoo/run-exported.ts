import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import type { Variant } from './zoo-case.ts';

interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly assertionResults: readonly { readonly status: string; readonly failureMessages: readonly string[] }[];
  }[];
}

/** Runs all exported tests of a work folder under the real vitest, on one variant: verdict by case. */
export async function runExported(work: string, variant: Variant): Promise<Readonly<Record<string, string>>> {
  const config = join(work, 'vitest.config.mjs');
  writeFileSync(config, `export default { test: { include: ['*/bug.test.ts'] } };\n`);
  const report = join(work, `${variant}.json`);
  const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');
  const run = spawn(process.execPath, [vitest, 'run', '--root', work, '--config', config, '--reporter=json', `--outputFile=${report}`], {
    env: { ...process.env, ZOO_VARIANT: variant, NO_COLOR: '1' },
    stdio: 'ignore',
  });
  await once(run, 'exit');
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report;
  return Object.fromEntries(testResults.map((file) => [basename(dirname(file.name)), verdictOf(file)]));
}

function verdictOf({ assertionResults }: Report['testResults'][number]): string {
  const [result] = assertionResults;
  if (result === undefined) return 'no test';
  if (result.status === 'passed') return 'pass';
  const message = result.failureMessages.join('\n');
  if (message.startsWith('FailedError')) return 'fail';
  return message.startsWith('InconclusiveError') ? 'inconclusive' : `crashed: ${message.split('\n')[0]}`;
}
