import { readTraceFile } from '@stepfork/trace/file';
import { describe, expect, test } from 'vitest';
import { project } from './support/project.ts';
import { hasTerminals, onTerminal } from './support/terminal.ts';

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
      before: onTerminal(['waiting', '\u0003']),
    });
    expect([ended.code, ended.stdout]).toEqual([code, expect.stringContaining('waiting')]);
    if (agent === counts) expect(here.read('signals')).toBe('x');
    const { trunk, sealed } = await readTraceFile(here.path('run.sftrace'));
    expect([sealed, trunk.outcome]).toEqual([true, outcome]);
    expect(here.files().filter((path) => /\.sftrace\./.test(path))).toEqual([]);
  });
});
