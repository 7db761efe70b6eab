import { describe, expect, it } from 'vitest';
import { project } from './support/project.ts';
import { hasTerminals, onTerminal } from './support/terminal.ts';

/** Holds the thread for so long: no timer fires meanwhile. */
const block = (ms: number): string => `Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ${ms});`;
const record = ['record', '--agent', './slow.mjs', '--output', 'run.sftrace'];
const line = (text: string): string => `\r\u001b[K${text}`;

describe.skipIf(!hasTerminals)('work that takes long, on a terminal', () => {
  it('is told in one line, also while it holds the thread, and the line is gone before anything else is printed', async () => {
    const here = project();
    here.write(
      'slow.mjs',
      `${block(1600)}\nexport default async () => { process.stdout.write('a word'); ${block(700)} console.log(' and the rest'); };`,
    );
    const { code, stdout } = await here.stepfork(record, { before: onTerminal(), env: { TERM: 'xterm' } });
    expect(code).toBe(0);
    expect(stdout).toContain(line('loading slow.mjs … 1 s'));
    // Nothing is drawn into the middle of a line of the agent.
    expect(stdout).toContain(`${line('a word and the rest')}\r\n`);
    expect(stdout).toContain(': 0 calls');
    // After its last drawing it was erased: the last line that it stood in is written over.
    const last = stdout.lastIndexOf(' … ');
    expect(stdout.slice(last)).toContain(line(''));
  });

  it('is not told under --json, nor where a line cannot be erased', async () => {
    const here = project();
    here.write('slow.mjs', `${block(1600)}\nexport default async () => 'done';`);
    for (const [argv, env] of [
      [[...record, '--json'], { TERM: 'xterm' }],
      [[...record, '--force'], { TERM: 'dumb' }],
    ] as const) {
      const { code, stdout } = await here.stepfork(argv, { before: onTerminal(), env });
      expect({ code, stdout }).toEqual({ code: 0, stdout: expect.not.stringContaining(' … ') });
      expect(stdout).not.toContain('\u001b[K');
    }
  });

  it('leaves the terminal to a program', async () => {
    const here = project();
    here.write('slow.mjs', `${block(1600)}\nconsole.log('the program');`);
    const { code, stdout } = await here.stepfork(['record', '-o', 'run.sftrace', '--', 'node', 'slow.mjs'], {
      before: onTerminal(),
      env: { TERM: 'xterm' },
    });
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('the program') });
    expect(stdout).not.toContain('\u001b[K');
  });
});

it('is not told on a pipe', async () => {
  const here = project();
  here.write('slow.mjs', `${block(1600)}\nexport default async () => 'done';`);
  const { code, stdout, stderr } = await here.stepfork(record, { env: { TERM: 'xterm' } });
  expect({ code, lines: `${stdout}${stderr}`.includes(' … ') || stderr.includes('\u001b') }).toEqual({ code: 0, lines: false });
});
