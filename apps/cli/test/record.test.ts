import { statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readTraceFile } from '@stepfork/trace/file';
import { expect, it } from 'vitest';
import { project } from './support/project.ts';

const refund = ['record', '--agent', './src/agent.ts#runAgent', '--input', '{"email":"mira@shop.example"}', '-o', 'refund.sftrace'];
const odd = (name: string, ...more: readonly string[]) => ['record', '-a', `./src/odd.mjs#${name}`, '-o', 'odd.sftrace', ...more];

it('records a TypeScript agent and says what happened and what comes next', async () => {
  const here = project();
  // A repository of its own, which has no .gitattributes.
  here.write('.git/HEAD', '');
  const { code, stdout, stderr } = await here.stepfork(refund);
  expect(code).toBe(0);
  expect(stdout).toContain('refund.sftrace: 3 calls (1 model, 2 tool)');
  expect(stdout).toContain('the agent returned {"priority":"high","refunded_cents":49}');
  expect(stdout).toContain('lookup_customer ×1, issue_refund ×1 (effect)');
  expect(stderr).toContain('stepfork inspect refund.sftrace');
  expect(stderr).toContain('*.sftrace.jsonl text eol=lf merge=union');
  expect(here.runs()).toBe(1);
  expect(statSync(here.path('refund.sftrace')).mode & 0o777).toBe(0o600);
});

it.each([
  ['an ES module with a default export', './src/agent.mjs', 'src/agent.mjs#default'],
  ['a CommonJS module', './src/agent.cjs#runAgent', 'src/agent.cjs#runAgent'],
  ['a CommonJS module in TypeScript', './src/agent.cts#runAgent', 'src/agent.cts#runAgent'],
])('records %s', async (_, agent, stored) => {
  const here = project();
  const { code, stdout } = await here.stepfork(['record', '-a', agent, '-i', '{"a":1,"b":2}', '-o', 'sum.sftrace.jsonl', '--json']);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ trace: { run: { agent: stored }, outcome: { kind: 'returned', value: { sum: 3 } } } });
  expect(here.read('sum.sftrace.jsonl')).toContain('call-start');
});

it('finds the agent from the root of its package too, and stores it from there', async () => {
  const here = project();
  const { code, stdout } = await here.stepfork([...refund, '--json'], { cwd: here.path('src') });
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ trace: { run: { agent: 'src/agent.ts#runAgent' } } });
});

it.each([
  ['standard input', '-', '{"a":1,"b":2}'],
  ['a file', 'input.json', ''],
  ['a file with an @', '@input.json', ''],
])('takes its input from %s', async (_, input, stdin) => {
  const here = project();
  here.write('input.json', '{"a":1,"b":2}');
  const { stdout } = await here.stepfork(['record', '-a', './src/agent.mjs', '-i', input, '-o', 'sum.sftrace', '--json'], { stdin });
  expect(JSON.parse(stdout)).toMatchObject({ trace: { run: { input: { a: 1, b: 2 } } } });
});

it('records an agent that throws, and ends with 0', async () => {
  const here = project();
  const { code, stdout } = await here.stepfork(odd('throws'));
  expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining('the agent threw TypeError: fenced JSON') });
});

it.each(['exits', 'swallowsItsExit'])('an agent that calls process.exit(0) has failed: %s', async (name) => {
  const here = project();
  const { code, stdout } = await here.stepfork(odd(name));
  expect({ code, stdout }).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('threw ProcessExitError: the agent called process.exit(0)'),
  });
});

it('a rejection that nobody handles fails the run, as it would end a process', async () => {
  const here = project();
  const { code, stdout } = await here.stepfork(odd('rejectsNobodyHandles'));
  expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining('threw Error: dropped') });
});

it('ends although the agent leaves a timer, whatever exit code the agent sets', async () => {
  const here = project();
  expect(await here.stepfork(odd('leavesHandles'))).toMatchObject({ code: 0 });
});

it.each([
  ['given up after --timeout', ['neverEnds', '--timeout', '300'], /given up after the time limit/],
  ['left waiting for nothing', ['stalls'], /can no longer happen/],
] as const)('a run that is %s is recorded as interrupted', async (_, [name, ...flags], message) => {
  const here = project();
  const { code, stdout } = await here.stepfork(odd(name, ...flags));
  expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringMatching(message) });
  expect((await here.stepfork(['inspect', 'odd.sftrace'])).stdout).toContain('the agent was interrupted');
});

it.each(['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGKILL'] as const)('a run ended by %s leaves a readable trace', async (signal) => {
  const here = project();
  const { signal: endedBy } = await here.stepfork(odd('neverEnds'), {
    started: (child, onStderr) => onStderr((text) => text.includes('waiting') && child.kill(signal)),
  });
  expect(endedBy).toBe(signal);
  const inspected = await here.stepfork(['inspect', 'odd.sftrace']);
  expect(inspected).toMatchObject({ code: 0, stdout: expect.stringMatching(/ping[\s\S]*1 call; the agent was interrupted/) });
  expect(inspected.stderr.includes('is not sealed')).toBe(signal === 'SIGKILL');
});

it('Ctrl-C ends a recording also where the agent handles it and never awaits; what was recorded by then can be read', async () => {
  const here = project();
  const ended = await here.stepfork(['record', '-a', './src/odd.mjs#loops', '-o', 'odd.sftrace'], {
    started: (child, onStderr) =>
      onStderr(() => {
        const again = setInterval(() => child.kill('SIGINT'), 100);
        child.once('exit', () => clearInterval(again));
      }),
  });
  expect(ended).toMatchObject({ code: null, signal: 'SIGINT' });
  expect(await here.stepfork(['inspect', 'odd.sftrace'])).toMatchObject({ code: 0, stdout: expect.stringContaining('ping') });
});

it('keeps stdout for the answer: what the agent prints goes to stderr', async () => {
  const here = project();
  const { stdout, stderr } = await here.stepfork(odd('printsEverywhere', '--json'));
  expect(Object.keys(JSON.parse(stdout))).toEqual(['file', 'trace']);
  expect(stderr).toContain('printed by the agent\nwritten by the agent\n');
});

it('gives its answer although the agent replaces what we print it with', async () => {
  const here = project();
  const { code, stdout } = await here.stepfork(odd('replacesGlobals', '--timeout', '5000', '--json'));
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ trace: { outcome: { kind: 'returned', value: 'pong' } } });
});

it('says so where the agent was given no input', async () => {
  const here = project();
  expect((await here.stepfork(odd('throws'))).stderr).toContain('without an input: --input gives it one');
});

it('replaces the values of credential-like variables, with one key per project outside of it', async () => {
  const here = project();
  const env = { FAKE_API_KEY: 'hunter2-hunter2-hunter2' };
  const first = JSON.parse((await here.stepfork([...odd('leaksKey'), '--json'], { env })).stdout);
  const second = JSON.parse((await here.stepfork([...odd('leaksKey', '--force'), '--json'], { env })).stdout);
  expect(JSON.stringify(first)).not.toContain('hunter2');
  expect(first.trace.outcome.value.note).toMatch(/^key is ./);
  expect(second.trace.run.redaction).toEqual(first.trace.run.redaction);
  expect(second.trace.outcome).toEqual(first.trace.outcome);
  const keys = here.files().filter((file) => file.includes('/stepfork/keys/'));
  expect(keys).toHaveLength(1);
  expect(statSync(keys[0] ?? '').mode & 0o777).toBe(0o600);
});

it('takes the key from STEPFORK_KEY_FILE, and refuses one that is missing or short before it runs', async () => {
  const here = project();
  here.write('short.key', 'abc');
  here.write('ci.key', `${'ab'.repeat(32)}\n`);
  for (const key of ['none.key', 'short.key']) {
    expect(await here.stepfork(odd('throws'), { env: { STEPFORK_KEY_FILE: here.path(key) } })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(key),
    });
  }
  expect(here.runs()).toBe(0);
  expect(await here.stepfork(odd('throws'), { env: { STEPFORK_KEY_FILE: here.path('ci.key') } })).toMatchObject({ code: 0 });
  expect(here.files().some((file) => file.includes('/stepfork/keys/'))).toBe(false);
});

it('warns of --no-redact and then records as it is', async () => {
  const here = project();
  const { stderr } = await here.stepfork(odd('leaksKey', '--no-redact'), { env: { FAKE_API_KEY: 'hunter2-hunter2-hunter2' } });
  expect(stderr).toContain('--no-redact');
  expect((await here.stepfork(['inspect', 'odd.sftrace'])).stdout).toContain('hunter2');
});

it('never overwrites without --force', async () => {
  const here = project();
  await here.stepfork(odd('throws'));
  const before = here.read('odd.sftrace');
  expect(await here.stepfork(odd('throws'))).toMatchObject({ code: 2 });
  expect(here.read('odd.sftrace')).toBe(before);
  expect(await here.stepfork(odd('throws', '--force'))).toMatchObject({ code: 0 });
});

it('a second recording into the same file is refused while the first one runs, also with --force', async () => {
  const here = project();
  here.write(
    'twice.mjs',
    `import { spawnSync } from 'node:child_process';
    export const inner = async () => 'inner';
    export const runAgent = async () => {
      const args = ['record', '--force', '-a', './twice.mjs#inner', '-o', 'run.sftrace'];
      const { status, stderr } = spawnSync(process.execPath, [${JSON.stringify(fileURLToPath(new URL('../bin/run.js', import.meta.url)))}, ...args], { encoding: 'utf8' });
      return { status, stderr };
    };`,
  );
  expect(await here.stepfork(['record', '--force', '-a', './twice.mjs#runAgent', '-o', 'run.sftrace'])).toMatchObject({ code: 0 });
  const { trunk } = await readTraceFile(here.path('run.sftrace'));
  expect(trunk.outcome).toMatchObject({
    value: { status: 2, stderr: expect.stringContaining('run.sftrace is being written by another process') },
  });
  expect(here.files().filter((path) => path.endsWith('.lock'))).toEqual([]);
});
