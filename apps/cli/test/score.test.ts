import { type ChildProcess, execFileSync } from 'node:child_process';
import { expect, it, vi } from 'vitest';
import { isAlive } from '../src/processes/is-alive.ts';
import { type Project, project } from './support/project.ts';
import { addRecording } from './support/recorded.ts';
import { shop } from './support/shop.ts';

// Each start of the command takes seconds where the machine is busy.
vi.setConfig({ testTimeout: 240_000 });

const fixed = ['--fixed', './src/refund.mjs#fixedAgent'];
const whole = {
  returns: { priority: 'high', refunded_cents: 4999 },
  calls: [{ tool: 'issue_refund', with: { customer_id: 'cus_204', amount_cents: 4999 }, times: 1, only: true }],
};

async function stage(claim: unknown, more: object = {}): Promise<Project> {
  const here = project();
  await addRecording(here);
  here.write('refund.case.json', JSON.stringify({ version: 1, trace: 'refund.sftrace', agent: 'src/refund.mjs#runAgent', claim, ...more }));
  return here;
}

const frozen = { policies: { tools: { issue_refund: 'frozen' } } };

it.each([
  ['claim-pinned', whole, {}, fixed, 0],
  ['weak', { returns: { refunded_cents: 4999 } }, {}, fixed, 1],
  ['run-pinned', { ...whole, exactly: true }, {}, fixed, 1],
  ['vacuous', { returns: { $: 'match', type: 'object' } }, {}, ['--agent', './src/refund.mjs#fixedAgent'], 1],
  ['misses-the-bug', { returns: { priority: 'high' } }, {}, fixed, 1],
  ['red-baseline', whole, {}, ['--fixed', './src/refund.mjs#runAgent'], 1],
  ['claim-pinned (assertions only, not shown to be reachable)', whole, {}, [], 4],
  ['weak (assertions only, not shown to be reachable)', { returns: { refunded_cents: 4999 } }, {}, [], 1],
  ['not-executable', whole, frozen, fixed, 3],
  ['not-executable', whole, {}, ['--fixed', './src/refund.mjs#strayAgent'], 3],
] as const)('%s: its word and its exit code', async (verdict, claim, more, flags, code) => {
  const here = await stage(claim, more);
  const ended = await here.stepfork(['score', 'refund.case.json', ...flags]);
  expect(ended).toMatchObject({ code, stdout: expect.stringContaining(`${verdict}: `) });
  expect(ended.stdout.indexOf(verdict)).toBe(0);
  expect(here.has('effects.log')).toBe(false);
});

it('says why all takes so long where each run needs a process of its own', async () => {
  const here = project();
  here.write(
    'src/leaving.mjs',
    `import { tool } from '@stepfork/interceptor';
const find = tool('find', async ({ id }) => id);
export const runAgent = async () => {
  globalThis.lastRun = (globalThis.lastRun ?? 0) + 1;
  return (await find({ id: 1, kind: 'order', tags: ['new'] })) + (await find({ id: 2, kind: 'customer' }));
};
`,
  );
  expect(await here.stepfork(['record', '-a', './src/leaving.mjs#runAgent', '-o', 'left.sftrace'])).toMatchObject({ code: 0 });
  expect(await here.stepfork(['score', 'left.sftrace', '--strictness'])).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('so that each needs a new one, which is slow: globalThis.lastRun added'),
  });
});

it('names what a test misses, as text and as JSON, and prints a claim that does not', async () => {
  const here = await stage({ returns: { refunded_cents: 4999 } });
  const ended = await here.stepfork(['score', 'refund.case.json', ...fixed, '--suggest']);
  expect(ended.stdout).toMatch(/missed +output \/priority: "high" → /);
  expect(ended.stdout).toMatch(/missed +issue_refund \/amount_cents \(step 2\)/);
  const { stdout } = await here.stepfork(['score', 'refund.case.json', ...fixed, '--suggest', '--json']);
  const { unclaimed, suggestion } = JSON.parse(stdout);
  expect(unclaimed.map(({ text }: { text: string }) => text)).toEqual([
    'output /priority',
    'issue_refund /customer_id (step 2)',
    'issue_refund /amount_cents (step 2)',
    'issue_refund is called (step 2)',
  ]);
  here.write('refund.case.json', JSON.stringify({ ...JSON.parse(here.read('refund.case.json')), claim: suggestion }));
  expect(await here.stepfork(['score', 'refund.case.json', ...fixed])).toMatchObject({ code: 0 });
});

it('a replay notices each change of a request but the order of keys, and what a rule ignores', async () => {
  const here = await stage(whole);
  const ended = await here.stepfork(['score', 'refund.sftrace', '--strictness', '--json']);
  const strict = JSON.parse(ended.stdout);
  expect([ended.code, strict.asked, strict.recorded]).toEqual([0, 3, 3]);
  expect(strict.changes).toBeGreaterThan(6);
  expect(strict.unnoticed.map(({ because }: { because: string }) => because)).not.toContain('undeclared');
  here.write(
    'lax.case.json',
    JSON.stringify({ ...JSON.parse(here.read('refund.case.json')), ignore: { 'tool:lookup_customer': ['/email'] } }),
  );
  const lax = await here.stepfork(['score', 'lax.case.json', '--strictness']);
  expect(lax).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/ignored +tool lookup_customer \(step 0\) \/email: .* by the rule tool:lookup_customer \/email/),
  });
  expect(await here.stepfork(['score', 'refund.sftrace', '--strictness', '--suggest'])).toMatchObject({ code: 2 });
  expect(here.has('effects.log')).toBe(false);
});

it('not-conclusive where the right code never gives control back', async () => {
  const here = await shop();
  here.write('shop.case.json', JSON.stringify({ version: 1, trace: 'shop.sftrace', agent: 'src/shop.mjs#loops', claim: {} }));
  const ended = await here.stepfork(['score', 'shop.case.json', '--timeout', '300']);
  expect(ended).toMatchObject({ code: 4, stdout: expect.stringMatching(/^not-conclusive: /) });
});

it('writes the report as JSON and as a page, over a file that is there only with --force', async () => {
  const here = await stage(whole);
  here.write('score.json', 'mine');
  const scoring = ['score', 'refund.case.json', ...fixed];
  const refused = await here.refused(['score.json', 'refund.case.json'].map((report) => [...scoring, '--report', report]));
  for (const ended of refused) expect(ended).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('is there already') });
  expect(here.read('score.json')).toBe('mine');
  const ended = await here.stepfork([...scoring, '--report', 'score.json', '--html', 'score.html', '--force']);
  expect(ended.code).toBe(0);
  const { schemaVersion, files } = JSON.parse(here.read('score.json'));
  expect([schemaVersion, Object.keys(files)]).toEqual(['2', ['what the right code did.json', 'claim.json', 'answers of the world.json']]);
  expect(here.read('score.html')).toContain('<mutation-test-report-app title-postfix="refund.case.json">');
});

it('thresholds come from the config, and from flags over it', async () => {
  const here = await stage(whole);
  const scoring = ['score', 'refund.case.json', ...fixed];
  const [misspelt, ...wrong] = await here.refused(
    ['brake=1', 'break=101', 'break=', 'high=10'].map((threshold) => [...scoring, '--threshold', threshold]),
  );
  expect(misspelt).toMatchObject({ code: 2, stderr: expect.stringContaining('Did you mean break?') });
  expect(wrong.map(({ code, stdout }) => [code, stdout])).toEqual(wrong.map(() => [2, '']));
  here.write('stepfork.config.json', JSON.stringify({ thresholds: { brake: 1 } }));
  expect(await here.stepfork(scoring)).toMatchObject({ code: 2, stderr: expect.stringContaining('brake') });
  here.write('stepfork.config.json', JSON.stringify({ thresholds: { high: 80, low: 60 } }));
  await here.stepfork([...scoring, '--report', 'score.json', '--threshold', 'low=50']);
  expect(JSON.parse(here.read('score.json')).thresholds).toEqual({ high: 80, low: 50 });
});

/** Without how much of it was known: the rest is the same, byte for byte. */
function withoutRuns(stdout: string | undefined): string {
  return (stdout ?? '').replace(/"runs": \{[^}]*\}/, '');
}

async function runsOf(
  here: Project,
  argv: readonly string[],
): Promise<{ readonly agents: number; readonly run: number; readonly known: number; readonly text: string }> {
  here.write('runs.log', '');
  const { stdout } = await here.stepfork(['score', ...argv, '--json']);
  return {
    agents: here.read('runs.log').split('\n').length - 1,
    ...(JSON.parse(stdout).runs as { run: number; known: number }),
    text: withoutRuns(stdout),
  };
}

const declared = { answers: { issue_refund: { value: { refund_id: 'rf_2', status: 'pending' } } } };

it('a score runs nothing that the one before has run on the same code, and under another claim what is now missed', async () => {
  const here = await stage(whole, declared);
  const argv = ['refund.case.json', ...fixed];
  const first = await runsOf(here, argv);
  expect([first.agents > 0, first.known]).toEqual([true, 0]);
  expect(await runsOf(here, argv)).toMatchObject({ agents: 0, run: 0, known: first.run, text: first.text });
  here.write('refund.case.json', here.read('refund.case.json').replace('"priority":"high",', ''));
  expect(await runsOf(here, argv)).toMatchObject({ run: 1, text: expect.stringContaining('"output /priority"') });
});

it('nothing is known of other code, from a file that is damaged, or with --fresh, which prints the same, byte for byte', async () => {
  const here = await stage(whole, declared);
  const argv = ['refund.case.json', ...fixed];
  const { text } = await runsOf(here, argv);
  expect(text).toContain('"verdict": "claim-pinned"');
  expect(here.read('.stepfork/.gitignore')).toBe('*\n');
  expect(await runsOf(here, [...argv, '--fresh'])).toMatchObject({ known: 0, text });
  here.write('src/refund.mjs', `${here.read('src/refund.mjs')}\n`);
  expect((await runsOf(here, argv)).known).toBe(0);
  const kept = '.stepfork/score/refund.case.json.json';
  here.write(kept, here.read(kept).replace('"pass"', '"fail"'));
  expect((await runsOf(here, argv)).known).toBe(0);
});

it('says where the right code left the recording, and what would help', async () => {
  const here = await stage(whole);
  const { stdout, stderr } = await here.stepfork(['score', 'refund.case.json', '--fixed', './src/refund.mjs#strayAgent']);
  expect(stdout).toContain('inconclusive (diverged): step 0 asks tool lookup_customer');
  expect(stderr).toContain('stepfork fork refund.case.json');
});

it('takes the code with the bug from a commit', async () => {
  const here = await stage(whole, { agent: 'src/agent.ts#runAgent' });
  const git = (...args: readonly string[]): Buffer =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.example', '-c', 'commit.gpgsign=false', ...args], { cwd: here.folder });
  git('init', '-q');
  git('add', '-A');
  git('commit', '-qm', 'the bug');
  here.write('src/agent.ts', here.read('src/agent.ts').replace('Math.floor(cents / 100)', 'cents'));
  const ended = await here.stepfork(['score', 'refund.case.json', '--buggy-ref', 'HEAD']);
  expect(ended).toMatchObject({ code: 0, stdout: expect.stringContaining('code with the bug (src/agent.ts#runAgent at HEAD): fail') });
});

const further = `
  const refunds = replay.trace.steps.filter(({ call }) => call.name === 'issue_refund');
  assert.deepEqual(refunds.map(({ call }) => call.input), [{ customer_id: 'cus_204', amount_cents: 4999 }]);
  assert.equal(replay.trace.outcome.value.priority, 'high');`;

it.each([
  ['vitest', 'refund.test.ts', 'vitest'],
  ['node:test', 'refund.test.mjs', 'node:test'],
])(
  'a test of %s is scored by its runner, with what it expects behind its claim; with another assertion no replay is run again',
  async (_, file, runner) => {
    const here = await stage(whole);
    // Else that of this package is found.
    here.write('vitest.config.mjs', 'export default {};');
    here.write(file, testFile(runner, further));
    expect(await here.stepfork(['score', file, ...fixed])).toMatchObject({ code: 0, stdout: expect.stringMatching(/^claim-pinned: /) });
    const run = here.runs();
    expect(run).toBeGreaterThan(0);
    here.write(file, testFile(runner, further.replace(/\n *assert.equal.*/, '')));
    const weak = await here.stepfork(['score', file, ...fixed, '--json']);
    const missed = (JSON.parse(weak.stdout) as { unclaimed: readonly { text: string }[] }).unclaimed.map((one) => one.text);
    expect([weak.code, missed]).toEqual([1, ['output /priority']]);
    expect(here.runs()).toBe(run);
    here.write(file, testFile(runner, ''));
    const weaker = await here.stepfork(['score', file, ...fixed, '--json']);
    const { unclaimed } = JSON.parse(weaker.stdout) as { unclaimed: readonly { text: string }[] };
    expect([weaker.code, unclaimed.length, unclaimed[0]?.text]).toEqual([1, 4, 'output /priority']);
    expect(here.files().filter((one) => /score-runner|\.stepfork.last/.test(one))).toEqual([]);
    expect(here.has('effects.log')).toBe(false);
  },
);

it.each([
  ['vitest', 'refund.test.ts', 'vitest'],
  ['node:test', 'refund.test.mjs', 'node:test'],
])('what a test of %s does before and behind each test is done around each run of it', async (_, file, runner) => {
  const here = await stage(whole);
  here.write('vitest.config.mjs', 'export default {};');
  const hooks = `import { beforeEach, afterEach, describe } from '${runner}';
let open = 0;
let closed = 0;
let begun = 0;
beforeEach(() => { open = 1; begun += 1; });
describe('others', async () => {
  await null;
  beforeEach(() => { open += 100; });
});
describe('refunds', async () => {
  await null;
  beforeEach(() => { open += 10; });
  afterEach(() => { closed += 1; });
test(`;
  const body = '\n  assert.deepEqual([open, closed], [11, begun - 1]);\n  open = 0;';
  const test = testFile(runner, body).replace(/^test\(/m, hooks);
  here.write(file, `${test}\n});`);
  const ended = await here.stepfork(['score', file, ...fixed, '--json']);
  expect([ended.code, ended.stderr]).toEqual([1, '']);
  expect(JSON.parse(ended.stdout)).toMatchObject({ verdict: 'weak', controls: { reference: { kind: 'pass' } } });
});

/** A test of the runner, with this behind its claim on the output. Time is out where that is asked for only: a run that a busy machine stops goes on beside the next one. */
function testFile(runner: string, more: string, timeoutMs = 60_000): string {
  return [
    "import assert from 'node:assert/strict';",
    "import { verify } from '@stepfork/replay';",
    `import { test${runner === 'vitest' ? ', expect' : ''} } from '${runner}';`,
    "import { runAgent } from './src/refund.mjs';",
    "test('refund', async () => {",
    "  const traces = new URL('./refund.sftrace', import.meta.url);",
    `  const replay = await verify({ traces, agent: runAgent, claim: { returns: { refunded_cents: 4999 } }, timeoutMs: ${timeoutMs} });`,
    `  assert.ok(replay);${more}`,
    '});',
  ].join('\n');
}

it.each([
  ['vitest', 'refund.test.ts', 'vitest'],
  ['node:test', 'refund.test.mjs', 'node:test'],
])('a run of a test of %s that keeps control for ever has timed out, and all others count', async (_, file, runner) => {
  const here = await stage(whole);
  here.write('vitest.config.mjs', 'export default {};');
  // Only where the reply has another priority of that shape.
  here.write(file, testFile(runner, "\n  while (replay.trace.outcome.value?.priority === 'ijhi');", 5000));
  const ended = await here.stepfork(['score', file, ...fixed, '--json']);
  const { mutants } = JSON.parse(ended.stdout) as { mutants: readonly { id: string; outcome: { kind: string } }[] };
  const hung = mutants.filter(({ outcome }) => outcome.kind === 'timed-out').map(({ id }) => id);
  expect([ended.code, hung]).toEqual([1, ['output-leaf /priority other']]);
  expect(mutants.some(({ outcome }) => outcome.kind === 'killed')).toBe(true);
});

it('what a test says of itself in colour is printed without, and no snapshot is written while it is scored', async () => {
  const here = await stage(whole);
  here.write('vitest.config.mjs', 'export default {};');
  const snapshot = '\n  expect(replay.trace.outcome.value.refunded_cents).toMatchSnapshot();';
  here.write('refund.test.ts', testFile('vitest', snapshot));
  here.write('__snapshots__/refund.test.ts.snap', '// Vitest Snapshot v1\n\nexports[`refund 1`] = `4999`;\n');
  const ended = await here.stepfork(['score', 'refund.test.ts', ...fixed, '--json']);
  expect(JSON.parse(ended.stdout)).toMatchObject({ verdict: 'weak', controls: { reference: { kind: 'pass' } } });
  expect(here.read('__snapshots__/refund.test.ts.snap')).toContain('`4999`');
  here.write('refund.test.ts', testFile('vitest', "\n  expect(replay.trace.outcome.value).toEqual({ priority: 'low' });"));
  const red = await here.stepfork(['score', 'refund.test.ts', ...fixed, '--json'], { env: { FORCE_COLOR: '1' } });
  expect(JSON.parse(red.stdout)).toMatchObject({ verdict: 'red-baseline' });
  expect(red.stdout).not.toContain('\\u001b');
  here.write('refund.test.ts', testFile('vitest', "\n  expect(replay.trace.outcome.value).toMatchSnapshot('new');"));
  expect(await here.stepfork(['score', 'refund.test.ts', ...fixed])).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/^red-baseline/),
  });
  expect(here.files().filter((one) => one.endsWith('.snap'))).toHaveLength(1);
  expect(here.read('__snapshots__/refund.test.ts.snap')).not.toContain('new');
});

it.each([
  ['no test', "import { test } from 'node:test';\ntest('other', () => {});", /one that calls verify/],
  ['a module that does not load', "import './gone.mjs';", /gone\.mjs/],
] as const)('a test file with %s has no score: exit 2', async (_, text, message) => {
  const here = await stage(whole);
  here.write('other.test.mjs', text);
  const ended = await here.stepfork(['score', 'other.test.mjs']);
  expect(ended).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(message) });
});

it.each([
  ['SIGINT', 'refund.test.mjs', 'node:test', ''],
  ['SIGTERM', 'refund.test.ts', 'vitest', ''],
  ['SIGKILL', 'refund.test.mjs', 'node:test', 'for (;;);'],
  ['SIGKILL', 'refund.test.ts', 'vitest', 'for (;;);'],
] as const)('on %s no process of the runner of %s is left', async (signal, file, runner, loop) => {
  const here = await stage(whole);
  here.write('vitest.config.mjs', 'export default {};');
  const hangs = `import { writeFileSync } from 'node:fs';
    import { test } from '${runner}';
    test('hangs', async () => {
      writeFileSync('pid.txt', String(process.pid));
      ${loop}
      await new Promise((resolve) => setTimeout(resolve, 1e9));
    });`;
  here.write(file, hangs);
  let runs = 0;
  const started = (child: ChildProcess): void => {
    void vi
      .waitUntil(() => here.has('pid.txt') && here.read('pid.txt') !== '', { timeout: 60_000 })
      .then(() => {
        runs = Number(here.read('pid.txt'));
        child.kill(signal);
      });
  };
  expect(await here.stepfork(['score', file], { started })).toMatchObject({ signal, stderr: expect.any(String) });
  await vi.waitUntil(() => !isAlive(runs), { timeout: 20_000 });
  if (signal !== 'SIGKILL') expect(here.files().filter((one) => one.includes('score-runner'))).toEqual([]);
});

it('what is asked wrongly has no score: exit 2', async () => {
  const here = await stage(whole);
  here.write('refund.test.mjs', '');
  here.write('gone.case.json', JSON.stringify({ version: 1, trace: 'gone.sftrace', agent: 'src/agent.ts#runAgent', claim: whole }));
  const asked: readonly (readonly [readonly string[], RegExp])[] = [
    [['refund.test.mjs', '--buggy', './src/agent.ts#runAgent', '--buggy-ref', 'HEAD'], /--buggy-ref/],
    [['refund.case.json', '--fixed', './src/agent.ts#fixedAgnet'], /Did you mean #fixedAgent\?/],
    [['refund.case.json', '--fixed', './src/broken.mjs#run'], /broken\.mjs/],
    [['gone.case.json'], /no trace file/],
    [['refund.case.json', '--agent', './src/agent.ts#version'], /not a function/],
  ];
  const ended = await here.refused(asked.map(([words]) => ['score', ...words]));
  for (const [at, one] of ended.entries())
    expect(one).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(asked[at]?.[1] ?? /$^/) });
});
