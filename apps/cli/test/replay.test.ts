import type { ChildProcess } from 'node:child_process';
import { expect, it } from 'vitest';
import { project } from './support/project.ts';
import { addRecording } from './support/recorded.ts';

const claim = ['--returns', '{"refunded_cents":4999}', '--expect-call', 'issue_refund x1 {"amount_cents":4999}'];
const replay = (agent: string, ...flags: readonly string[]) => ['replay', 'refund.sftrace', '-a', `./src/agent.ts#${agent}`, ...flags];

/** Until it is heard: code that never awaits is deaf for its first half second. */
function interruptOnceItRuns(child: ChildProcess, onStderr: (listen: (text: string) => void) => void): void {
  onStderr(() => {
    const again = setInterval(() => child.kill('SIGINT'), 100);
    child.once('exit', () => clearInterval(again));
  });
}

async function stage() {
  const here = project();
  await addRecording(here);
  return here;
}

it.each([
  ['fails on the bug', replay('runAgent', ...claim), 1, /^fail: /],
  ['passes on the fix', replay('fixedAgent', ...claim), 0, /^pass: /],
  ['cannot tell where the refund is frozen', replay('fixedAgent', ...claim, '-p', 'issue_refund=frozen'), 3, /^inconclusive \(diverged\)/],
  ['cannot tell where another customer is asked for', replay('strayAgent', ...claim), 3, /^inconclusive \(diverged\)/],
  ['cannot tell within too few calls', replay('fixedAgent', ...claim, '--max-calls', '1'), 4, /^inconclusive \(over-budget\)/],
])('%s, and no body runs', async (_, args, code, text) => {
  const here = await stage();
  const ended = await here.stepfork(args);
  expect(ended).toMatchObject({ code, stdout: expect.stringMatching(text) });
  expect(ended.stdout).toContain('no body ran');
  expect(here.has('effects.log')).toBe(false);
});

it('ends every negative answer with the command that reproduces it, and with the ways on', async () => {
  const here = await stage();
  const args = replay('fixedAgent', ...claim, '-p', 'issue_refund=frozen');
  const { stderr } = await here.stepfork(args);
  expect(stderr).toContain('Ways on:\n');
  expect(stderr).toContain('--policy issue_refund=sink');
  expect(stderr.trimEnd().split('\n').at(-1)).toMatch(
    /^Again: stepfork replay refund\.sftrace -a \.\/src\/agent\.ts#fixedAgent --returns '\{"refunded_cents":4999\}'/,
  );
});

it('takes the agent from the recording, from whatever folder it is asked', async () => {
  const here = await stage();
  const ended = await here.stepfork(['replay', here.path('refund.sftrace'), ...claim], { cwd: '/' });
  expect(ended).toMatchObject({ code: 1, stdout: expect.stringMatching(/^fail: /) });
});

it('says without a claim whether the recording could answer everything', async () => {
  const here = await stage();
  expect(await here.stepfork(replay('runAgent'))).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('the recording answered every call'),
  });
  expect(await here.stepfork(replay('strayAgent'))).toMatchObject({ code: 3 });
});

it('prints what check returned under --json, whatever the agent prints', async () => {
  const here = await stage();
  const { code, stdout } = await here.stepfork(replay('runAgent', ...claim, '--json'));
  expect(code).toBe(1);
  const { verdict, replay: replayed } = JSON.parse(stdout);
  expect(verdict).toMatchObject({ kind: 'fail', findings: expect.arrayContaining([expect.objectContaining({ kind: 'returns' })]) });
  expect(replayed.receipt).toMatchObject({ bodiesRun: 0 });
});

it('takes a case file, which flags may overrule and the config may not', async () => {
  const here = await stage();
  here.write('stepfork.config.json', '{ "policies": { "tools": { "issue_refund": "frozen" } } }');
  here.write(
    'refund.case.json',
    JSON.stringify({
      version: 1,
      trace: 'refund.sftrace',
      agent: 'src/agent.ts#fixedAgent',
      claim: { returns: { refunded_cents: 4999 }, calls: [{ tool: 'issue_refund', with: { amount_cents: 4999 }, times: 1 }] },
    }),
  );
  expect(await here.stepfork(['replay', 'refund.case.json'])).toMatchObject({ code: 0 });
  expect(await here.stepfork(['replay', 'refund.case.json', '--policy', 'issue_refund=frozen'])).toMatchObject({ code: 3 });
  expect(await here.stepfork(['replay', 'refund.case.json', '-a', './src/agent.ts#runAgent'])).toMatchObject({ code: 1 });
  expect(await here.stepfork(replay('fixedAgent', ...claim))).toMatchObject({ code: 3 });
  expect(await here.stepfork(replay('fixedAgent', ...claim, '-p', 'issue_refund=sink'))).toMatchObject({ code: 0 });
});

it('an agent that calls process.exit(0) in a replay does not pass', async () => {
  const here = project();
  await here.stepfork(['record', '-a', './src/odd.mjs#leavesHandles', '-o', 'odd.sftrace']);
  const claimed = ['replay', 'odd.sftrace', '--returns', '"pong"'];
  expect(await here.stepfork([...claimed, '-a', './src/odd.mjs#leavesHandles'])).toMatchObject({ code: 0 });
  expect(await here.stepfork([...claimed, '-a', './src/odd.mjs#exits'])).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('process.exit'),
  });
});

it('a line break in what the agent threw breaks no line of the verdict', async () => {
  const here = project();
  await here.stepfork(['record', '-a', './src/odd.mjs#throwsInLines', '-o', 'odd.sftrace']);
  const { code, stdout } = await here.stepfork(['replay', 'odd.sftrace', '--claim', '{"throws":false}']);
  expect({ code, stdout }).toMatchObject({ code: 1, stdout: expect.stringMatching(/^fail: .*first\\u000asecond/) });
});

it('an agent that never ends is no conclusion', async () => {
  const here = project();
  await here.stepfork(['record', '-a', './src/odd.mjs#leavesHandles', '-o', 'odd.sftrace']);
  const ended = await here.stepfork(['replay', 'odd.sftrace', '--returns', '"pong"', '-a', './src/odd.mjs#neverEnds', '--timeout', '300']);
  expect(ended).toMatchObject({ code: 4, stdout: expect.stringMatching(/^inconclusive \(timed-out\)/) });
});

it.each([
  ['for people', [], /^inconclusive \(timed-out\): the run did not end within 300 ms/],
  ['for machines', ['--json'], /"verdict": \{\s+"kind": "inconclusive",\s+"reason": "timed-out"/],
])('an agent that never even gives control back is no conclusion either, %s', async (_, flags, text) => {
  const here = project();
  await here.stepfork(['record', '-a', './src/odd.mjs#leavesHandles', '-o', 'odd.sftrace']);
  const ended = await here.stepfork([
    'replay',
    'odd.sftrace',
    '--returns',
    '"pong"',
    '-a',
    './src/odd.mjs#loops',
    '--timeout',
    '300',
    ...flags,
  ]);
  expect(ended).toMatchObject({ code: 4, stdout: expect.stringMatching(text) });
  expect(ended.stderr).not.toContain('debugger');
});

it.each(['neverEnds', 'loops'])('Ctrl-C ends a replay by the signal, also where the agent handles it and %s', async (agent) => {
  const here = project();
  await here.stepfork(['record', '-a', './src/odd.mjs#leavesHandles', '-o', 'odd.sftrace']);
  const ended = await here.stepfork(['replay', 'odd.sftrace', '-a', `./src/odd.mjs#${agent}`], { started: interruptOnceItRuns });
  expect(ended).toMatchObject({ code: null, signal: 'SIGINT' });
});

it('leaves out the fields that --ignore names, and counts them; a repeated flag never swallows the file', async () => {
  const here = await stage();
  const args = ['replay', '--ignore', 'lookup_customer /email', '--ignore', 'model:gpt /prompt', 'refund.sftrace', ...claim];
  const ended = await here.stepfork([...args, '-a', './src/agent.ts#strayAgent']);
  expect(ended).toMatchObject({ code: 0, stdout: expect.stringMatching(/^pass: /) });
  expect(ended.stdout).toContain('left out when inputs were compared: tool:lookup_customer /email ×1, model:gpt /prompt ×1');
});

it('gives a sink the declared answer, for the input that it names only', async () => {
  const here = await stage();
  here.write('answer.json', '{"refund_id":"rf_9"}');
  const receipt = async (answer: string) => {
    const { stdout } = await here.stepfork(replay('fixedAgent', ...claim, '--answer', answer, '--json'));
    return JSON.parse(stdout).replay.receipt.entries[2].how;
  };
  expect(await receipt('issue_refund=answer.json')).toBe('declared');
  expect(await receipt('issue_refund {"amount_cents":4999}=answer.json')).toBe('declared');
  expect(await receipt('issue_refund {"amount_cents":1}=answer.json')).toBe('borrowed');
});

it('says of a verdict that it rests on an answer given again, with the way to hear the next one', async () => {
  const here = await project();
  here.write(
    'src/jobs.mjs',
    `import { tool } from '@stepfork/interceptor';
const nextJob = tool('next_job', async () => 'a');
export const once = async () => [await nextJob()];
export const twice = async () => [await nextJob(), await nextJob()];
`,
  );
  const recorded = await here.stepfork(['record', '-a', './src/jobs.mjs#once', '--input', 'null', '-o', 'jobs.sftrace']);
  expect(recorded.code).toBe(0);
  const args = ['replay', 'jobs.sftrace', '-a', './src/jobs.mjs#twice', '--returns', '["a","a"]'];
  const { code, stdout, stderr } = await here.stepfork(args);
  expect(code).toBe(0);
  expect(stdout).toMatch(
    /^pass: the claim holds\n {2}rests on an answer given again: tool next_job was heard once \(recorded step 0\), and step 1 asked it again\n/,
  );
  expect(stderr).toContain('Ways on:\n- if next_job would have answered otherwise');
  const json = JSON.parse((await here.stepfork([...args, '--json'])).stdout);
  expect(json.verdict).toEqual({ kind: 'pass', givenAgain: [{ kind: 'tool', name: 'next_job', from: 0, steps: [1] }] });
  expect(json.report).toContain('rests on an answer given again');
});
