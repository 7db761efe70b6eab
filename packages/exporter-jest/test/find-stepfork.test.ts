import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { jestExporter } from '@stepfork/exporter-jest';
import { afterEach, beforeEach, expect, it } from 'vitest';

// Stand-ins are scripts of a shell.
const cannotRun = process.platform === 'win32';

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

/** What an exported test throws here, or `passed`. Jest itself adds nothing to it but time. */
function outcome(answer: string): string {
  const [file] = jestExporter.render({
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
  const path = join(folder, 'project', 'tests', file?.path ?? '');
  writeFileSync(path, file?.text ?? '');
  const run =
    "globalThis.test = (_, body) => { try { body(); console.log('passed'); } catch (error) { console.log(error.stack); } }; require(process.argv[1]);";
  const PATH = ['first', 'second'].map((name) => join(folder, name)).join(':');
  return spawnSync(process.execPath, ['-e', run, path], { env: { PATH, ANSWER: answer }, encoding: 'utf8' }).stdout;
}

it.skipIf(cannotRun)('another tool of the same name on PATH is passed over', () => {
  put('first/stepfork', another);
  put('second/stepfork', ours);
  expect(outcome(pass)).toBe('passed\n');
});

it.skipIf(cannotRun)('the command of the project goes before what stands on PATH', () => {
  put('first/stepfork', ours.replace('$ANSWER', '{}'));
  put('project/node_modules/.bin/stepfork', ours);
  expect(outcome(pass)).toBe('passed\n');
});

it.skipIf(cannotRun)('where there is only another tool, the error names it and says what to install', () => {
  put('first/stepfork', another);
  expect(outcome(pass)).toMatch(
    /^Error: There is no command stepfork: npm install --save-dev stepfork\. .*first\/stepfork is another tool of that name\./,
  );
});

it.skipIf(cannotRun).each([
  ['is refused', '{"error":{"code":"STEPFORK_USAGE","message":"no such file","hint":"name it"}}', /^STEPFORK_USAGE: no such file\nname it/],
  ['gives no answer', 'out of memory', /^Error: stepfork gave no answer and ended with 1/],
  ['says fail', '{"verdict":{"kind":"fail"},"report":"fail: 49"}', /^FailedError: fail: 49/],
  [
    'cannot tell',
    '{"verdict":{"kind":"inconclusive"},"report":"inconclusive (diverged): it asks"}',
    /^InconclusiveError: inconclusive \(diverged\)/,
  ],
])('a replay that %s is told apart', (_, answer, thrown) => {
  put('first/stepfork', ours);
  expect(outcome(answer)).toMatch(thrown);
});
