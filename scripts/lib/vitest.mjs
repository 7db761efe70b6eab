import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from './run.mjs';
import { env, root } from './workspace.mjs';

/**
 * One vitest run of the workspace, counted from its JSON report.
 *
 * @param {readonly string[]} args
 * @returns {Promise<import('./summary.mjs').Outcome>}
 */
export async function runVitest(args) {
  const folder = mkdtempSync(join(tmpdir(), 'stepfork-vitest-'));
  const file = join(folder, 'report.json');
  try {
    const { code, output } = await run('vitest', ['run', '--reporter=dot', '--reporter=json', `--outputFile.json=${file}`, ...args], {
      cwd: root,
      env,
    });
    const { passed, failed } = count(file);
    // A file that does not load, or an error outside a test, fails the run without failing a test.
    return { passed, failed: code !== 0 && failed === 0 ? 1 : failed, log: output };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function count(file) {
  try {
    const report = JSON.parse(readFileSync(file, 'utf8'));
    return { passed: report.numPassedTests, failed: report.numFailedTests };
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
    return { passed: 0, failed: 0 };
  }
}
