import { readTraceFile } from '@stepfork/trace/file';
import { describe, expect, it } from 'vitest';
import { type Project, project } from './support/project.ts';

const agent = (name: string): readonly string[] => ['-a', `./src/orders.mjs#${name}`];
const rules = ['--stable', 'look_up'];
const fixed = ['--fixed', './src/orders.mjs#fixed', ...rules];
const namesIn = async (here: Project, file: string) => (await readTraceFile(here.path(file))).trunk.steps.map(({ call }) => call.name);

async function recorded(name: string): Promise<Project> {
  const here = project();
  const { code } = await here.stepfork(['record', ...agent(name), '-i', '"all of them"', '-o', 'run.sftrace']);
  expect([0, 1]).toContain(code);
  here.write('effects.log', '');
  return here;
}

describe('stepfork minimize', () => {
  it('leaves the turn that fails beside corrected code, and runs no effect; export takes the result', async () => {
    const here = await recorded('buggy');
    const done = await here.stepfork(['minimize', 'run.sftrace', ...agent('buggy'), ...fixed]);
    expect(done).toMatchObject({ code: 0, stdout: expect.stringMatching(/^reduced: run\.min\.sftrace, 2 turns, 4 calls/) });
    expect(done.stdout).toContain('1-minimal in turns and payload classes');
    expect(done.stdout).toContain('without it');
    expect(await namesIn(here, 'run.min.sftrace')).toEqual(['gpt', 'look_up', 'refund', 'gpt']);

    const exported = await here.stepfork(['export', 'run.min.sftrace', ...agent('buggy'), ...fixed, '-o', 'test']);
    expect(exported).toMatchObject({ code: 0, stdout: expect.stringMatching(/^admitted/) });
    expect(here.read('effects.log')).toBe('');

    const again = await here.stepfork(['minimize', 'run.min.sftrace', ...agent('buggy'), ...fixed, '--json']);
    expect(again.code).toBe(0);
    expect(JSON.parse(again.stdout)).toMatchObject({ kind: 'already-minimal', proven: true, file: 'run.min.sftrace' });
    expect(here.has('run.min.min.sftrace')).toBe(false);
  });

  it('knows an effect by its policy', async () => {
    const here = project();
    here.write(
      'src/pay.mjs',
      `import { tool } from '@stepfork/interceptor';
const pay = tool('pay', async () => 'done');
export const buggy = () => pay({ cents: 70000 });
export const fixed = () => pay({ cents: 700 });`,
    );
    await here.stepfork(['record', '-a', './src/pay.mjs#buggy', '-i', 'null', '-o', 'pay.sftrace']);
    const sunk = ['minimize', 'pay.sftrace', '-a', './src/pay.mjs#buggy', '--fixed', './src/pay.mjs#fixed', '--policy', 'pay=sink'];
    const done = await here.stepfork([...sunk, '--json']);
    expect(JSON.parse(done.stdout)).toMatchObject({ signature: expect.stringContaining('pay at /cents is 70000, by the fixed code 700') });
  });

  it('takes the error of a crash, a claim, or a check as the failure', async () => {
    const crashed = await recorded('crashes');
    const byError = await crashed.stepfork(['minimize', 'run.sftrace', ...agent('crashes'), '--unit', 'turns', '--json']);
    expect(JSON.parse(byError.stdout)).toMatchObject({
      level: 'error',
      signature: expect.stringMatching(/^TypeError: order-3003 is too high \(thrown in src\/orders\.mjs:crashes\)$/),
      after: { turns: 2, steps: 4 },
    });

    const here = await recorded('buggy');
    const byClaim = ['minimize', 'run.sftrace', ...agent('buggy'), '--returns', '{"last":{"cents":703}}', '--json', '-o', 'claim.sftrace'];
    expect(JSON.parse((await here.stepfork(byClaim)).stdout)).toMatchObject({
      level: 'wrong-values',
      proven: true,
      file: here.path('claim.sftrace'),
    });
    const byCheck = ['minimize', 'run.sftrace', ...agent('buggy'), '--check', './src/orders.mjs#isTooHigh', '--unit', 'turns'];
    expect(await here.stepfork(byCheck)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('it shows: the check says that it fails'),
    });
  });

  it('overwrites nothing without --force', async () => {
    const here = await recorded('crashes');
    here.write('run.min.sftrace', 'mine');
    const line = ['minimize', 'run.sftrace', ...agent('crashes'), '--unit', 'turns'];
    expect(await here.stepfork(line)).toMatchObject({ code: 2, stderr: expect.stringContaining('run.min.sftrace is there already') });
    expect(here.read('run.min.sftrace')).toBe('mine');
    expect(await here.stepfork([...line, '--force'])).toMatchObject({ code: 0 });
  });

  it.skipIf(process.platform !== 'linux')('refuses a folder in which nothing can be written before anything runs', async () => {
    const here = await recorded('interrupts');
    const line = ['minimize', 'run.sftrace', ...agent('interrupts'), '--unit', 'turns', '-o', '/proc/small.sftrace'];
    const done = await here.stepfork(line, { env: { RUNS_FILE: here.path('runs.txt') } });
    expect(done).toMatchObject({ code: 3, stderr: expect.stringContaining('Nothing can be written into /proc, so nothing was run') });
    expect(here.has('runs.txt')).toBe(false);
  });

  it('ends with 1 if the failure is gone, and says what was recorded and what came instead', async () => {
    const here = await recorded('crashes');
    const done = await here.stepfork(['minimize', 'run.sftrace', ...agent('buggy')]);
    expect(done).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/^not reducible: the failure does not reproduce\.\nrecorded: TypeError: order-3003/),
    });
    expect(done.stdout).toContain('replayed: it does not fail');
    expect(here.has('run.min.sftrace')).toBe(false);
  });

  it('ends with 3 if the code asks what nobody recorded', async () => {
    const here = await recorded('crashes');
    const done = await here.stepfork(['minimize', 'run.sftrace', '-a', './src/agent.ts#runAgent']);
    expect(done).toMatchObject({ code: 3, stdout: expect.stringMatching(/^not reducible: the recorded code could not be replayed/) });
  });

  it('ends with 4 if the corrected code never gives control back, and names the replay of that', async () => {
    const here = await recorded('buggy');
    const done = await here.stepfork([
      'minimize',
      'run.sftrace',
      ...agent('buggy'),
      '--fixed',
      './src/orders.mjs#loops',
      '--timeout',
      '300',
    ]);
    expect(done).toMatchObject({ code: 4, stdout: expect.stringContaining('did not give control back for 300 ms') });
    expect(done.stderr).toContain('See the replay: stepfork replay run.sftrace --agent ./src/orders.mjs#loops --timeout 300');
  });

  it('a check that throws is the mistake of the check: exit 2', async () => {
    const here = await recorded('buggy');
    const done = await here.stepfork(['minimize', 'run.sftrace', ...agent('buggy'), '--check', './src/orders.mjs#crashesOn']);
    expect(done).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('src/orders.mjs#crashesOn threw: no such run') });
    expect(here.has('run.min.sftrace')).toBe(false);
  });

  it('ends with 4 at a limit, with the best so far under its name', async () => {
    const here = await recorded('crashes');
    const done = await here.stepfork(['minimize', 'run.sftrace', ...agent('crashes'), '--max-replays', '3', '--json']);
    expect(done.code).toBe(4);
    expect(JSON.parse(done.stdout)).toMatchObject({ proven: false, stopped: 'budget', proof: 'reduced, not proven' });
    const early = await here.stepfork(['minimize', 'run.sftrace', ...agent('crashes'), '--max-replays', '1', '--json', '-o', 'b.sftrace']);
    expect(early.code).toBe(4);
    expect(JSON.parse(early.stdout)).toMatchObject({ kind: 'not-reducible', refusal: { kind: 'ended-early' } });
  });

  it('writes the best so far on Ctrl-C, says that nothing is proven, and ends by the signal', async () => {
    const here = await recorded('interrupts');
    const line = ['minimize', 'run.sftrace', ...agent('interrupts'), '--unit', 'turns'];
    const done = await here.stepfork(line, { env: { RUNS_FILE: here.path('runs.txt') } });
    expect(done).toMatchObject({ signal: 'SIGINT', stdout: expect.stringMatching(/^reduced: run\.min\.sftrace/) });
    expect(done.stdout).toContain('reduced, not proven, the search was interrupted');
    expect(await namesIn(here, 'run.min.sftrace')).toContain('refund');
  });

  it('takes a case file, with its claim and its rules', async () => {
    const here = await recorded('buggy');
    const exported = [
      'export',
      'run.sftrace',
      ...agent('buggy'),
      '--returns',
      '{"last":{"cents":703}}',
      '--stable',
      'look_up',
      '-o',
      'test',
    ];
    expect(await here.stepfork(exported)).toMatchObject({ code: 0 });
    const [file] = here.files().filter((one) => one.endsWith('.case.json'));
    const done = await here.stepfork(['minimize', file ?? '', '-o', 'small.sftrace']);
    expect(done.stdout).toMatch(/^reduced: small\.sftrace, 2 turns/);
    // Its rules and its claim stand in no flag that was typed.
    const [, , next, note] = done.stderr.split('\n');
    expect(next).toContain('stepfork export small.sftrace --agent ');
    expect(next).toContain(`--stable look_up --claim '{"returns":{"last":{"cents":703}}`);
    expect(note).toMatch(/^Nobody has seen/);
  });

  it('names the forks that it leaves out', async () => {
    const here = await recorded('crashes');
    await here.stepfork(['record', ...agent('fixed'), '-i', '"all of them"', '-o', 'fixed.sftrace']);
    expect(await here.stepfork(['fork', 'run.sftrace', '--from', 'fixed.sftrace'])).toMatchObject({ code: 0 });
    const run = (await readTraceFile(here.path('run.sftrace'))).forks[0]?.run.id;
    const line = ['minimize', 'run.sftrace', ...agent('crashes'), '--unit', 'turns'];
    const done = await here.stepfork([...line, '--json']);
    expect(JSON.parse(done.stdout)).toMatchObject({
      kind: 'reduced',
      leftOut: [{ fork: 1, run, why: expect.stringContaining('--fixed') }],
      forks: 0,
    });
    expect((await readTraceFile(here.path('run.min.sftrace'))).forks).toEqual([]);
    expect((await here.stepfork([...line, '--force'])).stdout).toContain(`  fork 1, run ${run}`);
  });

  it('keeps the fork that the corrected code needs, as small as its trunk; export takes both', async () => {
    const here = await recorded('buggy');
    await here.stepfork(['record', ...agent('asks'), '-i', '"all of them"', '-o', 'asks.sftrace']);
    here.write('effects.log', '');
    await here.stepfork(['fork', 'run.sftrace', '--from', 'asks.sftrace']);
    const byFixed = [...agent('buggy'), '--fixed', './src/orders.mjs#asks', ...rules];
    const done = await here.stepfork(['minimize', 'run.sftrace', ...byFixed, '--json']);
    expect(JSON.parse(done.stdout)).toMatchObject({ kind: 'reduced', proven: true, forks: 1, leftOut: [], after: { steps: 4 } });
    const { trunk, forks } = await readTraceFile(here.path('run.min.sftrace'));
    expect(forks.map(({ steps }) => steps.map(({ call }) => call.name))).toEqual([['gpt', 'look_up', 'rate_of', 'refund', 'gpt']]);
    expect(forks[0]?.run.derived).toEqual({ kind: 'attached', of: trunk.run.id });
    const exported = await here.stepfork(['export', 'run.min.sftrace', ...byFixed, '-o', 'test']);
    expect(exported).toMatchObject({ code: 0, stdout: expect.stringMatching(/^admitted/) });
    expect(here.read('effects.log')).toBe('');
    // A model, or a tool, that runs for real would be asked with what is left.
    const late = await here.stepfork(['fork', 'run.min.sftrace', ...agent('asks'), ...rules, '--live', 'rate_of']);
    expect(late.stderr).toContain(`Better fork the whole run, ${(await readTraceFile(here.path('run.sftrace'))).trunk.run.id},`);
  });

  it('refuses a program for the recording of a function, and says why', async () => {
    const here = await recorded('buggy');
    const done = await here.stepfork(['minimize', 'run.sftrace', '--', 'node', 'x.mjs']);
    expect(done).toMatchObject({ code: 2, stderr: expect.stringContaining('is the recording of an agent that is a function') });
  });

  it('writes where it comes from into the trace, and inspect says so', async () => {
    const here = await recorded('crashes');
    await here.stepfork(['minimize', 'run.sftrace', ...agent('crashes'), '--unit', 'turns']);
    const [parent, small] = [await readTraceFile(here.path('run.sftrace')), await readTraceFile(here.path('run.min.sftrace'))];
    expect(small.trunk.run.derived).toMatchObject({
      kind: 'minimized',
      of: parent.trunk.run.id,
      seal: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    const shown = await here.stepfork(['inspect', 'run.min.sftrace']);
    expect(shown.stdout).toContain(`minimized from the run ${parent.trunk.run.id}: 1-minimal in turns`);
  });
});
