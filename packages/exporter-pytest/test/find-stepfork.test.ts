import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pytestExporter } from '@stepfork/exporter-pytest';
import { afterEach, beforeEach, expect, it } from 'vitest';

// Stand-ins are scripts of a shell.
const python = spawnSync('python3', ['-c', 'import pytest, sys; print(sys.executable)'], { encoding: 'utf8' }).stdout?.trim();
const cannotRun = process.platform === 'win32' || python === '' || python === undefined;

const ours = 'if [ "$1" = --version ]; then echo stepfork/0.1.0 linux-x64 node-v20.19.0; else echo "$ANSWER"; exit 1; fi';
const another = 'echo stepfork, version 2.1';
const pass = '{"verdict":{"kind":"pass"},"report":""}';

let folder: string;
beforeEach(() => {
  // Outside of this repository, whose own command would be found.
  folder = mkdtempSync(join(tmpdir(), 'stepfork-find-'));
  mkdirSync(join(folder, 'project', 'tests'), { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true }));

function put(file: string, script: string): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
}

/** What pytest prints of an exported test here. */
function pytest(answer: string): string {
  const [file] = pytestExporter.render({
    title: 'it is found',
    name: 'refund',
    agent: { specifier: './agent.mjs', file: './agent.mjs', export: 'runAgent' },
    needs: { http: false, tools: false, environment: {} },
    trace: 'refund.sftrace.jsonl',
    switches: [],
    command: null,
    claim: {},
    policies: {},
    answers: {},
    stable: [],
    ignore: {},
  });
  const tests = join(folder, 'project', 'tests');
  writeFileSync(join(tests, file?.path ?? ''), file?.text ?? '');
  const PATH = ['first', 'second'].map((name) => join(folder, name)).join(':');
  const args = ['-m', 'pytest', '-p', 'no:cacheprovider', file?.path ?? ''];
  return spawnSync(python ?? '', args, { cwd: tests, env: { PATH, ANSWER: answer }, encoding: 'utf8' }).stdout;
}

it.skipIf(cannotRun)('another tool of the same name on PATH is passed over', () => {
  put('first/stepfork', another);
  put('second/stepfork', ours);
  expect(pytest(pass)).toContain('1 passed');
});

it.skipIf(cannotRun)('the command of the project goes before what stands on PATH', () => {
  put('first/stepfork', ours.replace('$ANSWER', '{}'));
  put('project/node_modules/.bin/stepfork', ours);
  expect(pytest(pass)).toContain('1 passed');
});

it.skipIf(cannotRun)('where there is only another tool, the error names it and says what to install', () => {
  put('first/stepfork', another);
  const output = pytest(pass);
  expect(output).toContain('1 error');
  expect(output).toMatch(
    /There is no command stepfork: npm install --save-dev stepfork\. .*first\/stepfork is another tool of that name\./,
  );
});

it.skipIf(cannotRun).each([
  [
    'refuses the case file',
    '{"error":{"code":"STEPFORK_USAGE","message":"no such file {0}","hint":"name it"}}',
    'RuntimeError: no such file {0}',
  ],
  ['gives no answer', 'out of memory', 'RuntimeError: stepfork gave no answer and ended with 1'],
])('a command that %s is an error, no failure of the agent', (_, answer, error) => {
  put('first/stepfork', ours);
  const output = pytest(answer);
  expect(output).toContain('1 error');
  expect(output).toContain(error);
  expect(output).not.toContain('raise InconclusiveError');
});
