import { createMCPClient } from '@ai-sdk/mcp';
import { Experimental_StdioMCPTransport as StdioTransport } from '@ai-sdk/mcp/mcp-stdio';
import { record } from '@stepfork/interceptor';
import { wrapTransport } from '@stepfork/mcp';
import { describe, expect, test } from 'vitest';
import { commandOf, type Server } from './clients.ts';
import { makeHttpNotes, makeNotes, namesOf, recordAndReplay, replayLive, replayOf } from './record-and-replay.ts';

const connect = (server: Server) =>
  createMCPClient({
    transport: wrapTransport(
      'url' in server ? { type: 'http' as const, url: server.url } : new StdioTransport({ ...commandOf(server), stderr: 'ignore' }),
    ),
  });

async function agent(server: Server): Promise<unknown> {
  const client = await connect(server);
  const tools = await client.tools();
  const results = [
    client.serverInfo,
    Object.keys(tools),
    await client.callTool({ name: 'get_weather', arguments: { city: 'Bern' } }),
    await client.callTool({ name: 'broken', arguments: {} }),
    await client.callTool({ name: 'count', arguments: { to: 2 } }),
    await client.readResource({ uri: 'none://bern' }).catch((error: Error & { code: unknown }) => [error.name, error.message, error.code]),
    await client.readResource({ uri: 'city://bern' }),
    await client.getPrompt({ name: 'forecast', arguments: { city: 'Bern' } }),
    // As the AI SDK does when a model asks for it.
    await tools.send_alert?.execute({ message: 'Rain' }, { toolCallId: '1', messages: [], context: {} } as never),
  ];
  await client.close();
  return results;
}

const names = ['get_weather', 'broken', 'count', 'MCP resources/read', 'MCP resources/read', 'MCP prompts/get', 'send_alert'];

describe('@ai-sdk/mcp', () => {
  test('over stdio: all that it asks is recorded, and in a replay no process is started', async () => {
    const notes = makeNotes();
    const { recorded } = await recordAndReplay(agent, { notes: notes.file }, notes);
    expect(recorded.outcome.kind).toBe('returned');
    expect(namesOf(recorded).slice(-7)).toEqual(names);
  });

  test('over HTTP: the same calls, and in a replay nothing is sent', async () => {
    const notes = await makeHttpNotes();
    const { recorded } = await recordAndReplay(agent, { url: notes.url }, notes);
    expect(recorded.outcome.kind).toBe('returned');
    expect(namesOf(recorded).slice(-7)).toEqual(names);
  });

  test('one tool runs for real in a replay', async () => {
    const notes = await makeHttpNotes();
    const recorded = await record(agent, { url: notes.url });
    expect(await replayLive(recorded, agent, { tool: 'get_weather', notes })).toMatchObject({ noted: ['get_weather Bern'] });
  });

  test('a server that refuses is one in a replay too', async () => {
    const refusing = async (): Promise<unknown> => {
      const fetch = async (): Promise<Response> => new Response('who are you?', { status: 403, headers: { 'content-type': 'text/plain' } });
      const transport = wrapTransport({ type: 'http' as const, url: 'http://127.0.0.1:1/mcp', fetch });
      return createMCPClient({ transport }).then(
        () => 'up',
        (error: Error) => error.message,
      );
    };
    const recorded = await record(refusing, null);
    expect(JSON.stringify(recorded.outcome)).toContain('who are you?');
    const { stop, trace } = await replayOf(recorded, refusing);
    expect([stop, trace.outcome]).toEqual([null, recorded.outcome]);
  });
});
