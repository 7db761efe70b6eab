import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { root } from './lib/workspace.mjs';

const suite = join(root, 'packages/trace/conformance');
const cases = JSON.parse(readFileSync(join(suite, 'suite.json'), 'utf8')).filter(({ file }) => file.endsWith('.jsonl'));
const scratch = mkdtempSync(join(tmpdir(), 'stepfork-python-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

// Skipped by name where there is no Python: a developer of ours needs Node only.
describe.skipIf(python('--version').status !== 0)('the reader in Python', () => {
  it('makes of each file what the conformance suite says', () => {
    const { status, stdout, stderr } = python('conformance.py', suite);
    expect(stdout + stderr).toBe(`${cases.length} passed, 0 failed\n`);
    expect(status).toBe(0);
  });

  it.each([
    ['another value', (text) => text.replace('"value":"hi"', '"value":"ho"'), /"code": "STEPFORK_TRACE_DAMAGED"/],
    ['another code', (text) => text.replace('"type":"run-start"', '"type":"run-begin"'), /"code": "STEPFORK_NOT_A_TRACE"/],
  ])('fails where a file holds %s than the suite says', (_, change, actual) => {
    const folder = join(scratch, _.replace(' ', '-'));
    cpSync(suite, folder, { recursive: true });
    const smallest = join(folder, 'files', 'smallest.sftrace.jsonl');
    writeFileSync(smallest, change(readFileSync(smallest, 'utf8')));
    const { status, stdout } = python('conformance.py', folder);
    expect(stdout).toMatch(actual);
    expect(stdout).toContain(`${cases.length - 1} passed, 1 failed\n`);
    expect(status).toBe(1);
  });

  it('prints the runs of a file, or says in one line why not', () => {
    const read = python('read_trace.py', join(suite, 'files', 'forks.sftrace.jsonl'));
    const { trunk, forks } = JSON.parse(readFileSync(join(suite, 'traces', 'forks.json'), 'utf8'));
    expect(JSON.parse(read.stdout)).toEqual({ trunk, forks, sealed: true, stoppedAt: null });
    const refused = python('read_trace.py', join(suite, 'files', 'damaged.sftrace.jsonl'));
    expect(refused).toMatchObject({ status: 1, stdout: '', stderr: expect.stringMatching(/, line 5: .* \(STEPFORK_TRACE_DAMAGED\)\n$/) });
  });
});

function python(...args) {
  const env = { ...process.env, PYTHONDONTWRITEBYTECODE: '1', PYTHONUTF8: '1' };
  return spawnSync('python3', args, { cwd: join(root, 'examples/read-trace-python'), env, encoding: 'utf8' });
}
