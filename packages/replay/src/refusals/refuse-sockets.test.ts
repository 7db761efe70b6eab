import { AsyncLocalStorage } from 'node:async_hooks';
import { createServer, get } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { record, tool } from '@stepfork/interceptor';
import { returns, trace, traceFile } from '@stepfork/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { check } from '../check.ts';
import { replay } from '../replay.ts';
import { formatVerdict } from '../report/format-verdict.ts';
import { waysOn } from '../report/ways-on.ts';
import { refuseSocketsOutside } from './refuse-sockets.ts';

let asked = 0;
const server = createServer((_request, response) => {
  asked += 1;
  response.end('yes');
});
let port = 0;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const byFetch = async (): Promise<string> => (await fetch(`http://127.0.0.1:${port}/`)).text();
const byRequest = (): Promise<string> =>
  new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, agent: false }, (response) => {
      response.on('data', (bytes: Buffer) => resolve(String(bytes)));
    }).on('error', reject);
  });
const bySocket = (): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.end();
      resolve('yes');
    }).on('error', reject);
  });

/** A recording of nothing: the agent's request is in no call. */
const nothing = traceFile(trace(returns(null)));

test.each<[string, () => Promise<string>]>([
  ['fetch', byFetch],
  ['http.request', byRequest],
  ['a socket', bySocket],
])('an agent that goes out by %s is refused, and the verdict is inconclusive even if it swallows that', async (_how, goOut) => {
  const before = asked;
  const agent = async (): Promise<string> => goOut().catch(() => 'nobody there');
  const { stop, trace: actual } = await replay(nothing, agent);
  expect(actual.outcome).toEqual({ kind: 'returned', value: 'nobody there' });
  expect(stop).toMatchObject({ reason: 'diverged', divergence: { why: 'socket', name: `127.0.0.1:${port}`, step: -1 } });
  expect(asked).toBe(before);
  const { verdict } = await check({ traces: nothing, agent, claim: { returns: 'nobody there' } });
  expect(verdict).toMatchObject({ kind: 'inconclusive', reason: 'diverged' });
});

test('the report names the host, the place in the code and the ways on', async () => {
  const { stop } = await replay(nothing, bySocket);
  if (stop === null) throw new Error('was not refused');
  expect(formatVerdict(stop)).toContain(`the agent opens a socket to 127.0.0.1:${port} itself`);
  expect(formatVerdict(stop)).toMatch(/at bySocket .*refuse-sockets\.test\.ts/);
  const ways = waysOn(stop, { file: 'run.sftrace', agent: 'src/agent.ts#run' });
  expect(ways).toEqual([expect.stringContaining('@stepfork/http/register'), expect.stringContaining('--policy <name>=live')]);
});

test('the body of a tool that runs is free, and so is whatever else goes on', async () => {
  const lookup = tool('socket_lookup', byRequest);
  const recorded = await record(() => lookup(), null);
  const before = asked;
  const elsewhere = byRequest();
  const file = { trunk: recorded, forks: [], sealed: true, damage: null };
  const { stop, trace: actual } = await replay(file, () => lookup(), { policies: { tools: { socket_lookup: 'live' } } });
  expect([stop, actual.outcome, await elsewhere, asked - before]).toEqual([null, { kind: 'returned', value: 'yes' }, 'yes', 2]);
  expect(await bySocket()).toBe('yes');
});

test('what is loaded outside of a run reaches only whom it may, also later, and the run in which it is loaded may not for that', async () => {
  const host = `127.0.0.1:${port}`;
  const opened: string[] = [];
  const load = async (isRefused: boolean): Promise<string> => {
    const goOut = async (): Promise<string> => {
      await new Promise((resolve) => setImmediate(resolve));
      return bySocket().catch(({ message }: Error) => message);
    };
    return refuseSocketsOutside((one) => opened.push(one) > 0 && isRefused, goOut);
  };
  const outside = AsyncLocalStorage.snapshot();
  const agent = async (): Promise<string> => `${await outside(load, true)}, ${await outside(load, false)}`;
  const { stop, trace: actual } = await replay(nothing, agent);
  expect(opened).toEqual([host, host]);
  expect(actual.outcome).toEqual({ kind: 'returned', value: `a replay opens no socket, so the agent cannot reach ${host}, yes` });
  expect(stop).toBeNull();
});

test('what was lost before the socket is lost', async () => {
  const send = tool('socket_send', async () => null, { effect: true });
  const agent = async (): Promise<string> => {
    await send();
    return bySocket().catch(() => 'nobody there');
  };
  const { verdict } = await check({ traces: nothing, agent, claim: { calls: [{ never: 'socket_send' }] } });
  expect(verdict.kind).toBe('fail');
});
