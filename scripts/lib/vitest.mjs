import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { run } from './run.mjs';
import { root, env as workspaceEnv } from './workspace.mjs';

/**
 * One vitest run of the workspace, counted from its JSON report.
 *
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} env its `PATH` says on which Node
 * @returns {Promise<import('./summary.mjs').Outcome>}
 */
export async function runVitest(args, env = workspaceEnv) {
  const folder = mkdtempSync(join(tmpdir(), 'stepfork-vitest-'));
  const file = join(folder, 'report.json');
  try {
    const { code, output } = await run('vitest', ['run', '--reporter=dot', '--reporter=json', `--outputFile.json=${file}`, ...args], {
      cwd: root,
      // Its own default leaves a core to itself, of two the half.
      env: { ...env, VITEST_MAX_WORKERS: String(availableParallelism()) },
    });
    const { passed, failures, skipped } = readReport(file);
    if (failures.length > 0) return { passed, failed: failures.length, skipped, log: failures.join('\n') };
    // An error outside a test fails the run without failing a test.
    return { passed, failed: code === 0 ? 0 : 1, skipped, log: output };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What passed, for each test that failed, and each file that did not load, its name and what it said, and how many were skipped where. */
function readReport(file) {
  let report;
  try {
    report = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
    return { passed: 0, failures: [], skipped: [] };
  }
  const failures = report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const where = relative(root, name);
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (failed.length === 0 && status === 'failed') return [`${where}\n${shorten(message)}`];
    return failed.map((test) => `${where} > ${test.fullName}\n${shorten(test.failureMessages.join('\n'))}`);
  });
  // What a machine has no program for, by file.
  const skipped = report.testResults.flatMap(({ name, assertionResults }) => {
    const count = assertionResults.filter(({ status }) => status === 'pending' || status === 'skipped').length;
    return count === 0 ? [] : [`${count} of ${assertionResults.length} in ${relative(root, name)}`];
  });
  return { passed: report.numPassedTests, failures, skipped };
}

function shorten(message) {
  const lines = message.trim().split('\n');
  return [...lines.slice(0, 12), ...(lines.length > 12 ? ['…'] : [])].join('\n').replace(/^/gm, '  ');
}
