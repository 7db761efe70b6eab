import { existsSync, readFileSync } from 'node:fs';
import { readTraceFile } from '@stepfork/trace/file';
import { describe, expect, test } from 'vitest';
import { type Ended, type Project, project } from './support/project.ts';

/** Says where it is, and waits. */
const waits =
  "import { writeFileSync } from 'node:fs'; writeFileSync('pid', String(process.pid)); process.stderr.write('waiting\\n'); setInterval(() => {}, 1000);";

function opened(agent: string = waits): Project {
  const here = project();
  here.write('agent.mjs', agent);
  here.write('package.json', JSON.stringify({ type: 'module', scripts: { agent: 'node agent.mjs' } }));
  return here;
}

const programOf = (here: Project): number => Number(here.read('pid'));

function lives(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // What nobody waits for stays in the list of processes until somebody does.
    return !existsSync(`/proc/${pid}/stat`) || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

/** Sends it when the program waits. */
function record(here: Project, command: readonly string[], send: (cli: number) => void): Promise<Ended> {
  return here.stepfork(['record', '-o', 'run.sftrace', '--', ...command], {
    started: (child, onStderr) => {
      let isSent = false;
      onStderr((text) => {
        if (isSent || !text.includes('waiting')) return;
        isSent = true;
        send(child.pid ?? 0);
      });
    },
  });
}

describe('a signal ends the program and the command by it, and leaves a readable trace and nothing else', () => {
  const direct = ['node', 'agent.mjs'];
  test.each([
    ['SIGINT to the command', direct, 'SIGINT', 'command'],
    ['SIGTERM to the command', direct, 'SIGTERM', 'command'],
    ['SIGHUP to the command', direct, 'SIGHUP', 'command'],
    ['SIGTERM to the command, over npm', ['npm', 'run', '--silent', 'agent'], 'SIGTERM', 'command'],
    ['SIGTERM to the command, over a shell', ['sh', '-c', 'node agent.mjs; true'], 'SIGTERM', 'command'],
    ['SIGTERM to the program', direct, 'SIGTERM', 'program'],
    ['SIGKILL to the program', direct, 'SIGKILL', 'program'],
  ] as const)('%s', async (_what, command, signal, to) => {
    const here = opened();
    const ended = await record(here, command, (cli) => process.kill(to === 'command' ? cli : programOf(here), signal));
    expect([ended.code, ended.signal]).toEqual([null, signal]);
    await expect.poll(() => lives(programOf(here))).toBe(false);
    const { trunk } = await readTraceFile(here.path('run.sftrace'));
    expect(trunk.outcome).toEqual({ kind: 'interrupted' });
    expect(here.files().filter((path) => /\.sftrace\./.test(path))).toEqual([]);
  });

  test('a program that does not want to end by it goes on', async () => {
    const here = opened(
      `process.on('SIGTERM', () => process.stderr.write('no\\n')); ${waits} process.on('SIGINT', () => process.exit(4));`,
    );
    const ended = await here.stepfork(['record', '-o', 'run.sftrace', '--', 'node', 'agent.mjs'], {
      started: (child, onStderr) =>
        onStderr((text) => {
          if (text === 'waiting\n') child.kill('SIGTERM');
          if (text === 'waiting\nno\n') child.kill('SIGINT');
        }),
    });
    expect([ended.code, (await readTraceFile(here.path('run.sftrace'))).trunk.outcome]).toEqual([
      4,
      { kind: 'returned', value: { stdout: '', exitCode: 4 } },
    ]);
  });

  test('where the command itself is killed the program goes on, and the next one says how to get what was recorded of it', async () => {
    const here = opened();
    let wentOn = false;
    const ended = await here.stepfork(['record', '-o', 'run.sftrace', '--', 'node', 'agent.mjs'], {
      started: (child, onStderr) => {
        child.on('exit', () => {
          wentOn = lives(programOf(here));
          process.kill(programOf(here), 'SIGKILL');
        });
        onStderr((text) => text === 'waiting\n' && child.kill('SIGKILL'));
      },
    });
    expect([ended.signal, wentOn, here.has('run.sftrace')]).toEqual(['SIGKILL', true, false]);
    await expect.poll(() => lives(programOf(here))).toBe(false);
    const again = await record(here, ['node', 'agent.mjs'], () => process.kill(programOf(here), 'SIGTERM'));
    const [, folder = ''] = /stepfork record --recover (\S+) -o/.exec(again.stderr) ?? [];
    expect(folder).toMatch(/^\.run\.sftrace\./);
    const there = await here.stepfork(['record', '--recover', folder]);
    expect([there.code, there.stderr]).toEqual([2, expect.stringContaining('run.sftrace is there already')]);
    const recovered = await here.stepfork(['record', '--recover', folder, '-o', 'cut.sftrace']);
    expect([recovered.code, recovered.stdout]).toEqual([0, expect.stringContaining('has no end')]);
    const { trunk, sealed } = await readTraceFile(here.path('cut.sftrace'));
    expect([sealed, trunk.outcome, trunk.run.input]).toEqual([
      true,
      { kind: 'interrupted' },
      expect.objectContaining({ argv: ['agent.mjs'] }),
    ]);
    expect(here.files().filter((path) => /\.sftrace\./.test(path))).toEqual([]);
    const gone = await here.stepfork(['record', '--recover', folder, '-o', 'more.sftrace']);
    expect([gone.code, gone.stderr]).toEqual([2, expect.stringContaining('is no folder in which a program was recorded')]);
  });
});

describe('nothing of a replay goes on', () => {
  test('a process that the program leaves behind is ended, or does not begin', async () => {
    const late = "import { spawn } from 'node:child_process'; spawn('node', ['left.mjs'], { detached: true, stdio: 'ignore' }).unref();";
    const here = opened(late);
    here.write('left.mjs', waits);
    await here.stepfork(['record', '-o', 'run.sftrace', '--', 'node', 'agent.mjs']);
    await expect.poll(() => here.has('pid'), { timeout: 5000 }).toBe(true);
    process.kill(programOf(here), 'SIGKILL');
    here.write('pid', '');
    const replayed = await here.stepfork(['replay', 'run.sftrace', '--', 'node', 'agent.mjs']);
    expect(replayed.code).toBe(0);
    await expect.poll(() => here.read('pid') === '' || !lives(programOf(here)), { timeout: 5000 }).toBe(true);
  });

  test('a program that was killed behind a shell is no run that could be judged', async () => {
    const here = opened("if (process.env.DIE) process.kill(process.pid, 'SIGKILL'); console.log('well');");
    const command = ['sh', '-c', 'node agent.mjs; exit 0'];
    await here.stepfork(['record', '-o', 'run.sftrace', '--', ...command]);
    const replayed = await here.stepfork(['replay', 'run.sftrace', '--returns', '{"exitCode":0}', '--', ...command], { env: { DIE: '1' } });
    expect([replayed.code, replayed.stderr]).toEqual([3, expect.stringContaining('ended by a signal: nothing was judged')]);
  });
});

test('what a killed replay has left is removed by the next one of this trace', async () => {
  const here = opened(`if (process.env.WAITS) { process.stderr.write('waiting\\n'); for (;;); }`);
  const command = ['--', 'node', 'agent.mjs'];
  const replay = ['replay', 'run.sftrace', ...command];
  const folders = (): readonly string[] => [...new Set(here.files().flatMap((path) => /\.run\.sftrace\.replay-[^/]*/.exec(path) ?? []))];
  expect((await here.stepfork(['record', '-o', 'run.sftrace', ...command])).code).toBe(0);
  await here.stepfork(replay, {
    env: { WAITS: '1' },
    started: (child, onStderr) =>
      onStderr((text) => {
        if (!text.includes('waiting')) return;
        const [program] = here
          .files()
          .flatMap((path) => (path.endsWith('.start.json') ? [JSON.parse(readFileSync(path, 'utf8')).pid as number] : []));
        child.kill('SIGKILL');
        if (program !== undefined) process.kill(program, 'SIGKILL');
      }),
  });
  expect(folders()).toHaveLength(1);
  expect((await here.stepfork(replay)).code).toBe(0);
  expect(folders()).toEqual([]);
});
