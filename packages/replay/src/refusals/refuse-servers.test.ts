import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { tool } from '@stepfork/interceptor';
import { returns, step, trace, traceFile } from '@stepfork/testkit';
import type { Trace } from '@stepfork/trace';
import { expect, test } from 'vitest';
import { replay } from '../replay.ts';
import { formatVerdict } from '../report/format-verdict.ts';
import { waysOn } from '../report/ways-on.ts';

const started: ChildProcess[] = [];
const startServer = (): Promise<number | null> =>
  new Promise((resolve, reject) => {
    const server = spawn(process.execPath, ['--eval', ''], { stdio: 'ignore' });
    started.push(server);
    server.on('error', reject).on('exit', resolve);
  });
const lookUp = tool('servers_look_up', startServer);

/** Of a run that was connected to a server, by a client that a hook has met. */
const plain = trace(step('MCP initialize', { server: 'files' }, {}), step('servers_look_up', null, 0), returns('done'));
const met: Trace = { ...plain, run: { ...plain.run, versions: { '@stepfork/register': 'some-client' } } };

const agent = async (): Promise<string> => {
  await startServer().catch(() => null);
  return 'done';
};

test('a server is not started where the client of the recorded run is not met, even if the agent swallows that', async () => {
  const { stop } = await replay(traceFile(met), agent);
  expect(stop).toMatchObject({ reason: 'diverged', divergence: { why: 'unmet-server', unmet: { packages: ['some-client'] } } });
  expect(started).toHaveLength(0);
  if (stop === null) throw new Error('was not refused');
  expect(formatVerdict(stop)).toMatch(/the agent starts node\S* itself: in the recorded run a hook in some-client stood before it/);
  expect(formatVerdict(stop)).toMatch(/at startServer|refuse-servers\.test\.ts/);
  const ways = waysOn(stop, { file: 'run.sftrace', agent: 'src/agent.ts#run' });
  expect(ways.join('\n')).toContain('wrapClient()');
  expect(ways.join('\n')).not.toContain('=live');
});

test.each<[string, number, Trace, () => Promise<unknown>]>([
  ['no hook stood before a client', 1, plain, agent],
  ['nobody was connected to a server', 1, { ...met, steps: [] }, agent],
  ['the body of a tool runs for real', 1, met, () => lookUp()],
  ['the process is no server', 0, met, async () => spawnSync(process.execPath, ['--eval', '']).status],
])('a process is started where %s', async (_why, count, recorded, run) => {
  const before = started.length;
  const { stop, trace: actual } = await replay(traceFile(recorded), run, { policies: { tools: { servers_look_up: 'live' } } });
  expect({ stop, outcome: actual.outcome.kind }).toEqual({ stop: null, outcome: 'returned' });
  expect(started.length - before).toBe(count);
});
