import { describe, expect, test } from 'vitest';
import { clients, type Server, type TestClient } from './clients.ts';
import { makeHttpNotes, makeNotes, namesOf, recordAndReplay } from './record-and-replay.ts';

async function everything(client: TestClient): Promise<unknown> {
  const { tools } = await client.listTools();
  const results = [
    client.getInstructions(),
    tools.map(({ name }) => name),
    await client.callTool({ name: 'get_weather', arguments: { city: 'Bern' } }),
    await client.callTool({ name: 'send_alert', arguments: { message: 'Rain' } }),
    await client.callTool({ name: 'get_weather', arguments: { city: 'Bern' } }),
    await client.callTool({ name: 'broken', arguments: {} }),
    await client.callTool({ name: 'nothing', arguments: {} }).catch((error: Error) => [error.name, error.message]),
    await client.readResource({ uri: 'city://bern' }),
    await client.readResource({ uri: 'none://bern' }).catch((error: Error & { code: unknown }) => [error.name, error.message, error.code]),
    await client.getPrompt({ name: 'forecast', arguments: { city: 'Bern' } }),
  ];
  await client.close();
  return results;
}

const names = [
  'MCP initialize',
  'MCP tools/list',
  'get_weather',
  'send_alert',
  'get_weather',
  'broken',
  'nothing',
  'MCP resources/read',
  'MCP resources/read',
  'MCP prompts/get',
];

describe.each(clients)('%s', (_name, connect) => {
  const agent = async (server: Server): Promise<unknown> => everything(await connect(server));

  test('over stdio: all that it asks is recorded, and in a replay no process is started', async () => {
    const notes = makeNotes();
    const { recorded, replayed } = await recordAndReplay(agent, { notes: notes.file }, notes);
    expect(recorded.outcome.kind).toBe('returned');
    expect(namesOf(recorded)).toEqual(names);
    expect(replayed.receipt.entries.every(({ how }) => how === 'exact')).toBe(true);
    expect(notes.lines()).toEqual([
      'started',
      'get_weather Bern',
      'send_alert Rain',
      'get_weather Bern',
      'broken',
      'resource city://bern',
      'prompt Bern',
    ]);
  });

  test('over HTTP: the same calls, and in a replay nothing is sent', async () => {
    const notes = await makeHttpNotes();
    const { recorded } = await recordAndReplay(agent, { url: notes.url }, notes);
    expect(recorded.outcome.kind).toBe('returned');
    expect(namesOf(recorded)).toEqual(names);
    expect(notes.lines()[0]).toMatch(/^\d\d requests$/);
  });
});
