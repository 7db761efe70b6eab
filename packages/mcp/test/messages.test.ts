import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { record } from '@stepfork/interceptor';
import { describe, expect, test } from 'vitest';
import { callTool, clients, connect1, connect2, type Server } from './clients.ts';
import { makeNotes, namesOf, recordAndReplay, replayOf } from './record-and-replay.ts';

describe.each(clients)('%s', (_name, connect) => {
  test('progress comes as it came, and is a part of the answer', async () => {
    const notes = makeNotes();
    const agent = async (server: Server): Promise<unknown> => {
      const client = await connect(server);
      const heard: unknown[] = [];
      const onprogress = (progress: unknown): void => void heard.push(progress);
      const result = await callTool(client, 'count', { to: 3 }, { onprogress });
      await client.close();
      return { heard, result };
    };
    const { recorded } = await recordAndReplay(agent, { notes: notes.file }, notes);
    expect(JSON.stringify(recorded.outcome)).toContain('"progress":3');
    expect(recorded.steps.at(-1)).toMatchObject({ call: { name: 'count' }, outcome: { kind: 'streamed', end: { kind: 'done' } } });
    expect(recorded.steps.at(-1)?.outcome).toMatchObject({ chunks: { length: 4 } });
  });

  test('a request that the agent cancels is known as far as it went', async () => {
    const notes = makeNotes();
    const agent = async (server: Server): Promise<unknown> => {
      const client = await connect(server);
      const leaving = new AbortController();
      const waiting = callTool(client, 'wait', {}, { signal: leaving.signal });
      setTimeout(() => leaving.abort(new Error('enough')), 20);
      const said = await waiting.catch((error: Error) => error.message);
      await client.close();
      return said;
    };
    const { recorded } = await recordAndReplay(agent, { notes: notes.file }, notes);
    expect(recorded.steps.at(-1)).toMatchObject({ call: { name: 'wait' }, outcome: { kind: 'streamed', end: { kind: 'cancelled' } } });
    expect(recorded.outcome).toMatchObject({ kind: 'returned' });
  });

  test('a request that takes too long times out in a replay too, without the waiting', async () => {
    const notes = makeNotes();
    const agent = async (server: Server): Promise<unknown> => {
      const client = await connect(server);
      const said = await callTool(client, 'wait', {}, { timeout: 150 }).catch((error: Error) => error.message);
      await client.close();
      return said;
    };
    const { recorded } = await recordAndReplay(agent, { notes: notes.file }, notes);
    expect(JSON.stringify(recorded.outcome)).toMatch(/timed? ?out/i);
  });

  test('a server that goes away goes away in a replay too', async () => {
    const notes = makeNotes();
    const agent = async (server: Server): Promise<unknown> => {
      const client = await connect(server);
      return client.callTool({ name: 'exit', arguments: {} }).catch((error: Error) => error.message);
    };
    const { recorded } = await recordAndReplay(agent, { notes: notes.file }, notes);
    expect(JSON.stringify(recorded.outcome)).toMatch(/closed/i);
  });

  test('a command that cannot be started fails in a replay too', async () => {
    const agent = async (): Promise<unknown> =>
      connect({ notes: '/nowhere', command: 'stepfork-no-such-command' } as Server).then(
        () => 'up',
        (error: Error) => error.message,
      );
    const recorded = await record(agent, null);
    const replayed = await replayOf(recorded, agent);
    expect(JSON.stringify(recorded.outcome)).toContain('ENOENT');
    expect(replayed.trace.outcome).toEqual(recorded.outcome);
  });
});

describe.each([
  ['@modelcontextprotocol/sdk', connect1, ElicitRequestSchema],
  ['@modelcontextprotocol/client', connect2, 'elicitation/create'],
] as const)('%s', (_name, connect, request) => {
  const agentSaying =
    (name: string) =>
    async (server: Server): Promise<unknown> => {
      const client = await connect(server);
      const answer = async (): Promise<unknown> => ({ action: 'accept', content: { name } });
      Reflect.apply(client.setRequestHandler, client, [request, answer]);
      const { content } = await client.callTool({ name: 'greet', arguments: {} });
      await client.close();
      return content;
    };

  test('what the server asks the agent comes with the answer, and what the agent says to it is a call', async () => {
    const notes = makeNotes();
    const { recorded } = await recordAndReplay(agentSaying('Ada'), { notes: notes.file }, notes);
    expect(JSON.stringify(recorded.outcome)).toContain('Hello Ada');
    expect(namesOf(recorded)).toEqual(['MCP initialize', 'greet', 'MCP elicitation/create']);
  });

  test('an agent that says something else to the server has asked what nobody knows', async () => {
    const notes = makeNotes();
    const recorded = await record(agentSaying('Ada'), { notes: notes.file });
    const { stop } = await replayOf(recorded, agentSaying('Bob'));
    expect(stop).toMatchObject({ reason: 'diverged', divergence: { name: 'MCP elicitation/create' } });
  });
});
