import { chmodSync, readFileSync, watch } from 'node:fs';
import { readTraceFile, writeTraceFile } from '@stepfork/trace/file';
import { describe, expect, it, test } from 'vitest';
import type { Project } from './support/project.ts';
import { ran, shop } from './support/shop.ts';

const agent = (name: string): readonly string[] => ['-a', `./src/shop.mjs#${name}`];
const claim = ['--returns', '{"found":["item 1","item 2"]}', '--expect-call', 'pay x1 {"cents":4999}'];
const fork = (name: string, ...flags: readonly string[]) => ['fork', 'shop.sftrace', ...agent(name), ...flags];
const bytes = (here: Project, name = 'shop.sftrace'): Buffer => readFileSync(here.path(name));
const forksOf = async (here: Project) => (await readTraceFile(here.path('shop.sftrace'))).forks;

describe('a fork on demand', () => {
  it('is appended, judged offline, and makes the test green; what was not named or is an effect does not run', async () => {
    const here = await shop();
    const before = bytes(here);
    expect(await here.stepfork(['replay', 'shop.sftrace', ...agent('fixed'), ...claim])).toMatchObject({ code: 3 });

    const stopped = await here.stepfork(fork('fixed', '--live', 'search', ...claim));
    expect(stopped).toMatchObject({
      code: 3,
      stdout: expect.stringMatching(/^no fork was made: 1 call ran for real, nothing was written/),
    });
    expect(stopped.stdout).toContain('not run for real: it was not named');
    const more = /^- record what it answers now.*: stepfork (fork .*)$/m.exec(stopped.stderr)?.[1] ?? '';
    expect(more).toMatch(/^fork shop\.sftrace --agent \.\/src\/shop\.mjs#fixed .*--expect-call .* --live search --live 'model:\*'$/);
    expect(bytes(here)).toEqual(before);
    expect(ran(here)).toEqual(['search']);

    const forked = await here.stepfork(fork('fixed', '--live', 'search', '--live', 'model:*', ...claim));
    expect(forked.code).toBe(0);
    expect(forked.stdout.split('\n')).toEqual([
      'shop.sftrace: fork 1 added, made from the trunk; 2 calls ran for real (search, model gpt), 1 answered from the recording, 1 borrowed (pay)',
      'pass: the claim holds',
      '',
    ]);
    expect(forked.stderr).toContain('stepfork inspect shop.sftrace --fork 1');
    expect(ran(here)).toEqual(['search', 'search', 'gpt']);
    expect(here.has('shop.sftrace.lock')).toBe(false);

    const replayed = await here.stepfork(['replay', 'shop.sftrace', ...agent('fixed'), ...claim]);
    expect(replayed).toMatchObject({ code: 0, stdout: expect.stringContaining('followed fork 1, one of 2 recordings') });
    expect(await here.stepfork(['replay', 'shop.sftrace', ...agent('buggy'), ...claim])).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('followed the trunk, one of 2 recordings'),
    });
    const minimized = await here.stepfork(['minimize', 'shop.sftrace', ...agent('buggy'), '--fixed', './src/shop.mjs#fixed', ...claim]);
    expect(minimized).toMatchObject({ code: 0, stdout: expect.stringMatching(/^reduced: shop\.min\.sftrace.*\nwith a fork/) });
    expect(await here.stepfork(['replay', 'shop.min.sftrace', ...agent('fixed'), ...claim])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('followed fork 1, one of 2 recordings'),
    });
    const again = await here.stepfork(fork('fixed', '--live', 'search'));
    expect(again).toMatchObject({ code: 0, stdout: 'shop.sftrace: fork 1 answers everything, so no fork is needed\n' });
    expect(ran(here)).toHaveLength(3);
  });

  it('is not made where the recording answers everything', async () => {
    const here = await shop();
    const before = bytes(here);
    const ended = await here.stepfork(['fork', 'shop.sftrace', '--live', '*']);
    expect(ended).toMatchObject({ code: 0, stdout: 'shop.sftrace: the recording answers everything, so no fork is needed\n' });
    expect(bytes(here)).toEqual(before);
    expect(ran(here)).toEqual([]);
  });

  it('refuses a read after an effect, unless it is declared stable', async () => {
    const here = await shop();
    const refused = await here.stepfork(fork('readsLate', '--live', '*'));
    expect(refused).toMatchObject({ code: 3, stdout: expect.stringContaining('it would hear a world in which that did not happen') });
    expect(refused.stderr).toContain('--stable balance');
    expect(ran(here)).toEqual([]);
    expect(await here.stepfork(fork('readsLate', '--live', 'balance', '--stable', 'balance'))).toMatchObject({ code: 0 });
    expect(ran(here)).toEqual(['balance']);
  });

  it('is kept although the test is red in it, and says so', async () => {
    const here = await shop();
    const ended = await here.stepfork(fork('fixed', '--live', '*', '--live', 'model:*', '--returns', '{"found":[]}'));
    expect(ended).toMatchObject({ code: 0, stdout: expect.stringMatching(/fork 1 added[\s\S]*\nfail: /) });
    expect(await forksOf(here)).toHaveLength(1);
  });

  it('takes a declared answer as one, and keeps it so', async () => {
    const here = await shop();
    here.write('paid.json', '{"id":"mine"}');
    const ended = await here.stepfork(fork('fixed', '--live', '*', '--live', 'model:*', '--answer', 'pay=paid.json'));
    expect(ended).toMatchObject({ code: 0, stdout: expect.stringContaining('1 declared (pay)') });
    expect((await forksOf(here))[0]?.steps.at(-1)?.answered).toEqual({ how: 'declared' });
  });

  it('knows where it was made, and holds no secret that it met', async () => {
    const here = await shop();
    await here.stepfork(['record', ...agent('buggy'), '-o', 'shop.sftrace', '--force']);
    const ended = await here.stepfork(fork('tells', '--live', 'tell', '--json'));
    expect(ended.code).toBe(0);
    expect(JSON.parse(ended.stdout)).toMatchObject({ kind: 'forked', recording: 1, from: 0, bodiesRun: 1, verdict: null });
    const { trunk, forks } = await readTraceFile(here.path('shop.sftrace'));
    expect(forks[0]?.run).toMatchObject({
      agent: 'src/shop.mjs#tells',
      versions: { stepfork: expect.any(String) },
      derived: { kind: 'on-demand', of: trunk.run.id, from: trunk.run.id },
    });
    expect(bytes(here).includes('abcdefghijklmnopqrstuvwxyz')).toBe(false);
  });

  it('is not made of a run that met a secret where the key of the recording is not at hand', async () => {
    const here = await shop();
    const before = bytes(here);
    const ended = await here.stepfork(fork('tells', '--live', 'tell'));
    expect(ended).toMatchObject({ code: 3, stdout: '', stderr: expect.stringContaining('is not at hand') });
    expect(bytes(here)).toEqual(before);
  });

  it('works on a case file, and goes into the trace that it names', async () => {
    const here = await shop();
    here.write('test/shop.case.json', JSON.stringify(caseFile({ trace: 'shop.sftrace', agent: 'src/shop.mjs#fixed' })));
    here.write('test/shop.sftrace', bytes(here));
    const { stdout } = await here.stepfork(['fork', 'test/shop.case.json', '--live', 'search', '--live', 'model:*', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({ kind: 'forked', file: here.path('test/shop.sftrace'), verdict: { kind: 'pass' } });
    expect(await here.stepfork(['replay', 'test/shop.case.json'])).toMatchObject({ code: 0 });
    expect(await forksOf(here)).toEqual([]);
  });
});

describe('attaching a recorded run', () => {
  it('judges it first, and adds it once', async () => {
    const here = await shop('fixed', 'readsLate');
    const before = bytes(here);
    here.write('shop.case.json', JSON.stringify(caseFile({ trace: 'shop.sftrace', agent: 'src/shop.mjs#fixed' })));
    const violates = await here.stepfork(['fork', 'shop.case.json', '--from', 'readsLate.sftrace']);
    expect(violates).toMatchObject({ code: 1, stdout: expect.stringMatching(/not added, since the run of readsLate\.sftrace violates/) });
    expect(violates.stdout).toMatch(/^ {2}fail: /m);
    expect(bytes(here)).toEqual(before);

    const attached = await here.stepfork(['fork', 'shop.case.json', '--from', 'fixed.sftrace']);
    expect(attached).toMatchObject({
      code: 0,
      stdout: 'shop.sftrace: fork 1 added, the run of fixed.sftrace\nthe claim holds in it\n',
    });
    expect(await here.stepfork(['replay', 'shop.case.json'])).toMatchObject({ code: 0 });
    const after = bytes(here);
    const again = await here.stepfork(['fork', 'shop.sftrace', '--from', 'fixed.sftrace', '--json']);
    expect(again.code).toBe(0);
    expect(JSON.parse(again.stdout)).toMatchObject({ kind: 'same-as', recording: 1 });
    expect(bytes(here)).toEqual(after);
    expect(ran(here)).toEqual([]);
  });

  it('says where nothing was judged', async () => {
    const here = await shop('fixed');
    const ended = await here.stepfork(['fork', 'shop.sftrace', '--from', 'fixed.sftrace']);
    expect(ended).toMatchObject({ code: 0, stdout: expect.stringContaining('no claim was given, so it was not judged') });
  });
});

describe('a run as of another one', () => {
  it('is told its day and given its input and agent', async () => {
    const here = await shop();
    await ofYear(here, '2001-02-03T04:05:06.000Z');
    const recorded = await here.stepfork(['record', '--as-of', 'shop.sftrace', '-o', 'again.sftrace', '--json']);
    expect(recorded.code).toBe(0);
    expect(JSON.parse(recorded.stdout).trace).toMatchObject({
      run: { agent: 'src/shop.mjs#buggy', input: 'go', startedAt: '2001-02-03T04:05:06.000Z' },
      outcome: { value: { day: '2001-02-03' } },
    });
    const next = await here.stepfork(['record', '--as-of', 'shop.sftrace', ...agent('fixed'), '-i', '"stop"', '-o', 'fixed.sftrace']);
    expect(next).toMatchObject({ code: 0, stderr: expect.stringContaining('stepfork fork shop.sftrace --from fixed.sftrace') });
    expect((await readTraceFile(here.path('fixed.sftrace'))).trunk.run).toMatchObject({ input: 'stop' });
  });

  it('sends no pseudonym out', async () => {
    const here = await shop();
    const { trunk } = await readTraceFile(here.path('shop.sftrace'));
    await rewrite(here, { ...trunk, run: { ...trunk.run, input: { key: ['sk-STEPFORKa1b2c3d4e5f6'] } } });
    const ended = await here.stepfork(['record', '--as-of', 'shop.sftrace', '-o', 'again.sftrace']);
    expect(ended).toMatchObject({ code: 2, stderr: expect.stringMatching(/holds at \/key\/0 the pseudonym.*\n.*--input/) });
    expect(await here.stepfork(['record', '--as-of', 'shop.sftrace', '-i', '1', '-o', 'again.sftrace'])).toMatchObject({ code: 0 });
  });
});

describe('a what-if', () => {
  it('goes on from another answer into a file of its own, which no check tries', async () => {
    const here = await shop();
    const before = bytes(here);
    here.write('timeout.json', JSON.stringify({ $: 'error', class: 'Error', name: 'Error', message: 'timed out', fields: {} }));
    const made = await here.stepfork(fork('sorry', '--at', '0', '--answer', 'timeout.json', '-o', 'what-if.sftrace'));
    expect(made).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^what-if\.sftrace: what if step 0 .*\nthe agent returned \{"sorry":"timed out"\}/),
    });
    expect(bytes(here)).toEqual(before);
    expect(ran(here)).toEqual([]);

    expect((await here.stepfork(['inspect', 'what-if.sftrace'])).stdout).toMatch(/^what-if\.sftrace: what-if: step 0 of the run /);
    const checked = await here.stepfork(['replay', 'what-if.sftrace', ...claim]);
    expect(checked).toMatchObject({ code: 2, stderr: expect.stringContaining('the trace is a what-if') });

    const again = fork('sorry', '--at', '0', '--answer', '["other"]', '--live', 'model:*', '-o', 'what-if.sftrace');
    expect(await here.stepfork(again)).toMatchObject({ code: 2, stderr: expect.stringContaining('is there already') });
    const forced = await here.stepfork([...again, '--force', '--json']);
    expect(JSON.parse(forced.stdout)).toMatchObject({ kind: 'what-if', step: 0, bodiesRun: 1, file: here.path('what-if.sftrace') });
  });

  it('is not made where something is asked that was not named, and goes on with the whole command', async () => {
    const here = await shop();
    const ended = await here.stepfork(fork('buggy', '--at', '0', '--answer', '["other"]', '-o', 'what-if.sftrace'));
    expect(ended).toMatchObject({ code: 3, stdout: expect.stringMatching(/^no fork was made: nothing ran for real/) });
    expect(ended.stderr).toMatch(
      /stepfork fork shop\.sftrace .*--at 0 --answer '\["other"\]' --output what-if\.sftrace --live 'model:\*'$/m,
    );
    expect(here.has('what-if.sftrace')).toBe(false);
  });
});

test('a what-if is not made either where the agent does not ask for that step', async () => {
  const here = await shop();
  const ended = await here.stepfork(fork('searchesOnly', '--at', '1', '--answer', '"other"', '-o', 'what-if.sftrace'));
  expect(ended).toMatchObject({
    code: 3,
    stdout: expect.stringContaining('the agent never asked for what step 1 of shop.sftrace answered'),
  });
  expect(here.has('what-if.sftrace')).toBe(false);
});

describe('--prune', () => {
  it('drops the forks that the case does not need, and says which', async () => {
    const here = await shop('fixed', 'otherFix');
    here.write('shop.case.json', JSON.stringify(caseFile({ trace: 'shop.sftrace', agent: 'src/shop.mjs#fixed' })));
    const prune = (name: string) => here.stepfork(['fork', 'shop.case.json', '--prune', ...agent(name)]);
    expect(await prune('fixed')).toMatchObject({ code: 0, stdout: 'shop.sftrace: no forks, nothing to drop\n' });
    for (const from of ['otherFix.sftrace', 'fixed.sftrace']) await here.stepfork(['fork', 'shop.sftrace', '--from', from]);
    const before = bytes(here);
    // The buggy code fails, one that nobody recorded has no conclusion: neither says what a fix needs.
    expect(await prune('buggy')).toMatchObject({ code: 1, stdout: expect.stringMatching(/all forks kept: the agent as it is now fails/) });
    const stray = await prune('readsLate');
    expect(stray).toMatchObject({ stdout: expect.stringContaining('all forks kept') });
    expect(bytes(here)).toEqual(before);

    const [, fixed] = await forksOf(here);
    const pruned = await prune('fixed');
    expect(pruned).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^shop\.sftrace: dropped fork 1 \(run .*\)\nkept fork 2 \(run /),
    });
    expect((await forksOf(here)).map(({ run }) => run.id)).toEqual([fixed?.run.id]);
    expect(await prune('fixed')).toMatchObject({ code: 0, stdout: expect.stringContaining('nothing to drop, the case needs fork 1') });
    expect(ran(here)).toEqual([]);
  });

  it('is refused where the agent as it is now cannot be followed', async () => {
    const here = await shop('otherFix');
    await here.stepfork(['fork', 'shop.sftrace', '--from', 'otherFix.sftrace']);
    const before = bytes(here);
    const ended = await here.stepfork(fork('fixed', '--prune', ...claim));
    expect(ended).toMatchObject({ code: 3, stdout: expect.stringContaining('could not be followed') });
    expect(ended.stderr).toContain('Ways on:');
    expect(bytes(here)).toEqual(before);
  });
});

describe('inspect, diff and replay', () => {
  it('show each fork, how it came to be and who answered', async () => {
    const here = await shop('otherFix');
    await here.stepfork(['fork', 'shop.sftrace', '--from', 'otherFix.sftrace']);
    await here.stepfork(fork('fixed', '--live', '*', '--live', 'model:*'));
    const { stdout } = await here.stepfork(['inspect', 'shop.sftrace']);
    const [trunk = '', attached = '', demanded = ''] = stdout.split('\n\n');
    expect(trunk).not.toMatch(/exact|live|borrowed/);
    expect(attached).toMatch(/^fork 1: attached, recorded by itself\n/);
    expect(attached).not.toMatch(/exact|live|borrowed/);
    expect(demanded).toMatch(/^fork 2: on demand, from fork 1\n/);
    expect(demanded).toMatch(/0 +search +\{"page":1\} .* exact$/m);
    expect(demanded).toMatch(/2 +gpt .* live$/m);

    const one = await here.stepfork(['inspect', 'shop.sftrace', '--fork', '2']);
    expect(one.stdout.split('\n\n')[0]).toBe(demanded.trimEnd());
    const step = await here.stepfork(['inspect', 'shop.sftrace', '--fork', '2', '--step', '2']);
    expect(step.stdout).toMatch(/^step 2: model gpt\n.*answered: live\n/);
    const json = JSON.parse((await here.stepfork(['inspect', 'shop.sftrace', '--fork', '1', '--json'])).stdout);
    expect(json).toMatchObject({ run: { derived: { kind: 'attached' } } });

    const diff = await here.stepfork(['diff', 'shop.sftrace']);
    expect(diff.stderr).toMatch(/^Look: stepfork inspect shop\.sftrace --fork 1 --step 1$/m);
  });

  it('carry the flags that were given into the ways on', async () => {
    const here = await shop();
    const ended = await here.stepfork(['replay', 'shop.sftrace', ...agent('fixed'), ...claim, '-p', 'pay=sink', '--timeout', '4000']);
    expect(ended.stderr).toMatch(
      /: stepfork fork shop\.sftrace --agent \.\/src\/shop\.mjs#fixed --policy pay=sink --timeout 4000 --returns .* --live search --live 'model:\*'$/m,
    );
  });
});

describe('a fork that is disturbed', () => {
  const running = fork('waitsFirst', '--live', '*');

  it.each(['SIGINT', 'SIGTERM', 'SIGKILL'] as const)(
    '%s while the agent runs leaves the old file whole, for the next one to go on',
    async (signal) => {
      const here = await shop();
      const before = bytes(here);
      const ended = await here.stepfork(running, {
        started: (child, onStderr) => onStderr((text) => text.includes('waiting') && child.kill(signal)),
      });
      expect(ended.signal).toBe(signal);
      expect(ended.stdout).toBe(signal === 'SIGKILL' ? '' : 'interrupted: nothing was written\n');
      expect(bytes(here)).toEqual(before);
      expect(here.has('shop.sftrace.lock')).toBe(signal === 'SIGKILL');
      expect(await here.stepfork(fork('fixed', '--live', '*', '--live', 'model:*'))).toMatchObject({ code: 0 });
      expect(here.files().filter((file) => /lock|tmp$/.test(file.slice(here.folder.length)))).toEqual([]);
    },
  );

  it('hears Ctrl-C also where the agent never awaits; the lock that is left keeps nobody out', async () => {
    const here = await shop();
    const before = bytes(here);
    const ended = await here.stepfork(fork('loops'), {
      started: (child, onStderr) =>
        onStderr(() => {
          const again = setInterval(() => child.kill('SIGINT'), 100);
          child.once('exit', () => clearInterval(again));
        }),
    });
    expect(ended.signal).toBe('SIGINT');
    expect(bytes(here)).toEqual(before);
    expect(await here.stepfork(['fork', 'shop.sftrace'])).toMatchObject({ code: 0 });
    expect(here.has('shop.sftrace.lock')).toBe(false);
  });

  it('keeps the old file or the new one, whole, when it is killed while it writes', async () => {
    const here = await shop();
    const before = bytes(here);
    const watcher = watch(here.folder);
    const ended = await here.stepfork(fork('fixed', '--live', '*', '--live', 'model:*', ...claim), {
      started: (child) =>
        watcher.on('change', (_, name) => {
          if (/^\.?shop\.sftrace\.(?!lock)/.test(String(name))) child.kill('SIGKILL');
        }),
    });
    watcher.close();
    expect(ended.signal).toBe('SIGKILL');
    const { forks, sealed } = await readTraceFile(here.path('shop.sftrace'));
    expect({ sealed, isOld: bytes(here).equals(before) }).toEqual({ sealed: true, isOld: forks.length === 0 });
    expect(await here.stepfork(['fork', 'shop.sftrace', ...agent('fixed'), '--live', '*', '--live', 'model:*'])).toMatchObject({ code: 0 });
  });

  it('lets no second one write at the same time', async () => {
    const here = await shop();
    let second: Promise<Awaited<ReturnType<Project['stepfork']>>> | null = null;
    await here.stepfork(running, {
      started: (child, onStderr) =>
        onStderr((text) => {
          if (!text.includes('waiting') || second !== null) return;
          second = here.stepfork(fork('fixed', '--live', '*')).finally(() => child.kill('SIGINT'));
        }),
    });
    expect(await second).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('is being written by another process') });
    expect(ran(here)).toEqual(['wait']);
  });

  it('leaves a file alone that was changed meanwhile', async () => {
    const here = await shop();
    const ended = await here.stepfork(fork('meddles', '--live', 'meddle'), { env: { MEDDLE_WITH: here.path('shop.sftrace') } });
    expect(ended).toMatchObject({ code: 3, stdout: '', stderr: expect.stringContaining('was changed by somebody else') });
    expect(here.read('shop.sftrace')).toBe('changed');
  });

  it.skipIf(process.getuid?.() === 0)('is refused in a folder that may not be written, before anything runs', async () => {
    const here = await shop();
    chmodSync(here.folder, 0o555);
    const ended = await here.stepfork(fork('fixed', '--live', '*'));
    chmodSync(here.folder, 0o755);
    expect(ended).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('cannot be written') });
  });
});

it.each([
  ['true', fork('fixed', '--live', '*')],
  ['1', fork('fixed', '--live', '*')],
  ['true', ['fork', 'shop.sftrace', '--from', 'fixed.sftrace']],
  ['true', fork('fixed', '--at', '0', '--answer', '1', '-o', 'what-if.sftrace')],
  ['true', fork('fixed', '--prune', ...claim)],
])('CI=%s: %j is refused before anything runs', async (ci, args) => {
  const here = await shop('fixed');
  const before = bytes(here);
  const ended = await here.stepfork(args, { env: { CI: ci } });
  expect(ended).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('No fork is made in CI') });
  expect(bytes(here)).toEqual(before);
  expect(ran(here)).toEqual([]);
});

function caseFile(more: Readonly<Record<string, unknown>>) {
  return {
    version: 1,
    claim: { returns: { found: ['item 1', 'item 2'] }, calls: [{ tool: 'pay', with: { cents: 4999 }, times: 1 }] },
    ...more,
  };
}

async function ofYear(here: Project, startedAt: string): Promise<void> {
  const { trunk } = await readTraceFile(here.path('shop.sftrace'));
  await rewrite(here, { ...trunk, run: { ...trunk.run, startedAt } });
}

async function rewrite(here: Project, trunk: Parameters<typeof writeTraceFile>[1]['trunk']): Promise<void> {
  await writeTraceFile(here.path('shop.sftrace'), { trunk, forks: [], sealed: true, damage: null }, { force: true });
}
