import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';

interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly assertionResults: readonly { readonly status: string; readonly failureMessages: readonly string[] }[];
  }[];
}

/**
 * Runs the exported tests of some settings under the real vitest: verdict by folder, relative to `work` and with `/`. `isolate` is vitest's own:
 * each file loads everything anew (the default), or all files of a worker share their modules.
 */
export async function runExported(
  work: string,
  settings: readonly string[],
  { isolate }: { readonly isolate: boolean },
): Promise<Readonly<Record<string, string>>> {
  const name = settings.join('');
  const config = join(work, `vitest.${name}.config.mjs`);
  const test = { include: settings.map((setting) => `${setting}/**/bug.test.ts`), isolate };
  writeFileSync(config, `export default { test: ${JSON.stringify(test)} };\n`);
  const report = join(work, `${name}.json`);
  const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');
  // Workers of vitest are killed at the end, so that what they copied is left to whoever takes `work` away.
  const copies = join(work, 'copies');
  mkdirSync(copies, { recursive: true });
  const run = spawn(process.execPath, [vitest, 'run', '--root', work, '--config', config, '--reporter=json', `--outputFile=${report}`], {
    env: { ...process.env, NO_COLOR: '1', TMPDIR: copies, TEMP: copies },
    stdio: 'ignore',
  });
  await once(run, 'exit');
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report;
  return Object.fromEntries(testResults.map((file) => [relative(work, dirname(file.name)).replaceAll('\\', '/'), verdictOf(file)]));
}

function verdictOf({ assertionResults }: Report['testResults'][number]): string {
  const [result] = assertionResults;
  if (result === undefined) return 'no test';
  if (result.status === 'passed') return 'pass';
  const message = result.failureMessages.join('\n');
  if (message.startsWith('FailedError')) return 'fail';
  return message.startsWith('InconclusiveError') ? 'inconclusive' : `crashed: ${message.split('\n')[0]}`;
}
