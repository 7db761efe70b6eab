import { spawnSync } from 'node:child_process';
import { readTraceFile } from '@stepfork/trace/file';
import { describe, expect, test } from 'vitest';
import { project } from './support/project.ts';

/** Runs a command on a terminal of its own, presses Ctrl-C when it says that it waits, and ends as a shell would report it. */
const terminal = `
import os, pty, sys
pid, terminal = pty.fork()
if pid == 0:
    os.execvp(sys.argv[1], sys.argv[1:])
said, pressed = b'', False
while True:
    try:
        more = os.read(terminal, 65536)
    except OSError:
        break
    if not more:
        break
    said += more
    if not pressed and b'waiting' in said:
        pressed = True
        os.write(terminal, b'\\x03')
_, status = os.waitpid(pid, 0)
sys.stdout.buffer.write(said)
sys.exit(128 + os.WTERMSIG(status) if os.WIFSIGNALED(status) else os.WEXITSTATUS(status))
`;
const hasTerminals = spawnSync('python3', ['-c', 'import pty']).status === 0;

/** Says that it waits when Ctrl-C may come. */
const waiting = (handler: string): string => `
  import { appendFileSync } from 'node:fs';
  if (!process.stdin.isTTY || !process.stdout.isTTY) throw new Error('no terminal');
  ${handler}
  setInterval(() => {}, 1000);
  console.log('waiting');
`;
const waits = waiting('');
/** Counts them, and gives a second one the time to come. */
const counts = waiting("process.on('SIGINT', () => { appendFileSync('signals', 'x'); setTimeout(() => process.exit(5), 500); });");

describe.skipIf(!hasTerminals)('Ctrl-C on a terminal', () => {
  test.each([
    ['ends the program and the command by the signal, as a shell reports by 130', waits, 130, { kind: 'interrupted' }],
    ['comes to the program once', counts, 5, { kind: 'returned', value: { stdout: 'waiting\n', exitCode: 5 } }],
  ] as const)('%s, and the trace is readable', async (_what, agent, code, outcome) => {
    const here = project();
    here.write('agent.mjs', agent);
    const ended = await here.stepfork(['record', '-o', 'run.sftrace', '--', 'node', 'agent.mjs'], {
      before: ['python3', '-c', terminal],
    });
    expect([ended.code, ended.stdout]).toEqual([code, expect.stringContaining('waiting')]);
    if (agent === counts) expect(here.read('signals')).toBe('x');
    const { trunk, sealed } = await readTraceFile(here.path('run.sftrace'));
    expect([sealed, trunk.outcome]).toEqual([true, outcome]);
    expect(here.files().filter((path) => /\.sftrace\./.test(path))).toEqual([]);
  });
});
