import { record } from '@stepfork/interceptor';
import { check, forkOnDemand, replay } from '@stepfork/replay';
import { describe, expect, test } from 'vitest';
import { clients, type Server, type TestClient } from './clients.ts';
import { fileOf, makeHttpNotes, makeNotes, namesOf, patient, replayLive, replayOf } from './record-and-replay.ts';

interface Plan {
  readonly cities?: readonly string[];
  readonly message?: string;
  readonly lists?: boolean;
}

/** Asks for the weather, then tells everybody. */
const agentOf =
  (connect: (server: Server) => Promise<TestClient>, { cities = ['Bern'], message = 'Rain', lists = false }: Plan = {}) =>
  async (server: Server): Promise<unknown> => {
    const client = await connect(server);
    if (lists) await client.listTools();
    const degrees = [];
    for (const city of cities) degrees.push((await client.callTool({ name: 'get_weather', arguments: { city } })).structuredContent);
    const alert = await client.callTool({ name: 'send_alert', arguments: { message } });
    await client.close();
    return { degrees, alert };
  };

const sink = { tools: { send_alert: 'sink' } } as const;

describe.each(clients)('%s', (_name, connect) => {
  test('one tool runs for real in a replay: its server is started for it, and nothing else is asked there', async () => {
    const notes = makeNotes();
    const agent = agentOf(connect);
    const recorded = await record(agent, { notes: notes.file });
    expect(await replayLive(recorded, agent, { tool: 'get_weather', notes })).toEqual({
      noted: ['started', 'get_weather Bern'],
      how: ['exact', 'live', 'exact'],
    });
  });

  test('the same over HTTP, where the server knows the client by its session', async () => {
    const notes = await makeHttpNotes();
    const agent = agentOf(connect);
    const recorded = await record(agent, { url: notes.url });
    expect(await replayLive(recorded, agent, { tool: 'get_weather', notes })).toMatchObject({ noted: ['get_weather Bern'] });
  });

  test('a sink is answered whatever its arguments, and a claim sees them', async () => {
    const notes = makeNotes();
    const recorded = await record(agentOf(connect), { notes: notes.file });
    const before = notes.lines();
    const fixed = agentOf(connect, { message: 'No rain' });
    const claim = { calls: [{ tool: 'send_alert', with: { message: 'No rain' }, times: 1, only: true }] };
    const testCase = { traces: fileOf(recorded), policies: sink, claim };
    expect((await check({ ...testCase, agent: fixed })).verdict.kind).toBe('pass');
    expect((await check({ ...testCase, agent: agentOf(connect) })).verdict).toMatchObject({ kind: 'fail' });
    expect(notes.lines()).toEqual(before);
  });

  test('a fix that calls one tool more is inconclusive, is forked, and then it is green without a server', async () => {
    const notes = makeNotes();
    const recorded = await record(agentOf(connect), { notes: notes.file });
    const fixed = agentOf(connect, { cities: ['Bern', 'Basel'] });
    const file = fileOf(recorded);
    const { stop } = await replayOf(recorded, fixed, { policies: sink });
    expect(stop).toMatchObject({ kind: 'inconclusive', reason: 'diverged', divergence: { name: 'get_weather', input: { city: 'Basel' } } });
    const before = notes.lines().length;
    const forked = await forkOnDemand(file, fixed, { ...patient, live: ['get_weather'], policies: sink });
    if (forked.kind !== 'forked') throw new Error(JSON.stringify(forked));
    expect(notes.lines().slice(before)).toEqual(['started', 'get_weather Basel']);
    const again = await replay({ ...file, forks: [forked.fork] }, fixed as never, { policies: sink });
    expect([again.stop, again.trace.outcome]).toEqual([null, forked.fork.outcome]);
    expect(notes.lines()).toHaveLength(before + 2);
  });

  test('a tool that was never called is answered by the shape that its server declares', async () => {
    const notes = makeNotes();
    const recorded = await record(agentOf(connect, { cities: [], lists: true }), { notes: notes.file });
    const fixed = agentOf(connect, { lists: true });
    const { stop, trace, receipt } = await replayOf(recorded, fixed, { policies: { tools: { '*': 'sink' } } });
    expect(stop).toBeNull();
    expect(receipt.entries[2]).toMatchObject({ how: 'borrowed', by: 'example' });
    expect(trace.outcome).toMatchObject({ value: { degrees: [{ city: '', degrees: 0 }] } });
  });

  test('a declared answer is a result of the protocol, or what such a result holds', async () => {
    const notes = makeNotes();
    const recorded = await record(agentOf(connect), { notes: notes.file });
    const fixed = agentOf(connect, { message: 'Snow' });
    for (const value of [{ content: [{ type: 'text', text: '{"ok":true}' }], structuredContent: { ok: true } }, { ok: true }]) {
      const { trace } = await replayOf(recorded, fixed, { policies: sink, answers: { send_alert: { value } } });
      expect(trace.outcome).toMatchObject({
        value: { alert: { content: [{ type: 'text', text: '{"ok":true}' }], structuredContent: { ok: true } } },
      });
    }
  });

  test('runs in parallel stay apart', async () => {
    const notes = makeNotes();
    const agents = [agentOf(connect, { message: 'Rain' }), agentOf(connect, { cities: ['Basel'], message: 'Snow' })];
    const traces = await Promise.all(agents.map((agent) => record(agent, { notes: notes.file })));
    expect(traces.map(namesOf)).toEqual([
      ['MCP initialize', 'get_weather', 'send_alert'],
      ['MCP initialize', 'get_weather', 'send_alert'],
    ]);
    const before = notes.lines();
    const replays = await Promise.all(traces.map((trace, at) => replayOf(trace, agents[at] as (typeof agents)[0])));
    expect(replays.map(({ stop, trace }) => [stop, trace.outcome])).toEqual(traces.map(({ outcome }) => [null, outcome]));
    expect(notes.lines()).toEqual(before);
  });
});
