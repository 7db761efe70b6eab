import { record, tool } from '@stepfork/interceptor';
import { expect, test } from 'vitest';
import { connect1, type Server } from './clients.ts';
import { makeNotes, namesOf, recordAndReplay, replayLive } from './record-and-replay.ts';

const weatherOf = (client: Awaited<ReturnType<typeof connect1>>, city: string): Promise<unknown> =>
  client.callTool({ name: 'get_weather', arguments: { city } });

/** Speaks to two servers; the second one is called `second`. */
async function two({ notes, second = 'other' }: { readonly notes: string; readonly second?: string }): Promise<unknown> {
  const first = await connect1({ notes });
  const other = await connect1({ notes, name: second });
  await first.listTools();
  await other.listTools();
  const results = [await weatherOf(first, 'Bern'), await weatherOf(other, 'Bern'), await weatherOf(first, 'Basel')];
  await Promise.all([first.close(), other.close()]);
  return results;
}

test('a tool that two servers have is called by its server too', async () => {
  const notes = makeNotes();
  const { recorded } = await recordAndReplay(two, { notes: notes.file }, notes);
  expect(namesOf(recorded).slice(4)).toEqual(['weather/get_weather', 'other/get_weather', 'weather/get_weather']);
  expect(recorded.steps.map(({ call }) => call.input).slice(0, 4)).toMatchObject([
    { server: 'stdio' },
    { server: 'stdio' },
    { server: 'weather' },
    { server: 'other' },
  ]);
});

test('two connections to one server are told apart by a number, and a policy names one of them', async () => {
  const notes = makeNotes();
  const agent = (input: { readonly notes: string }): Promise<unknown> => two({ ...input, second: 'weather' });
  const { recorded } = await recordAndReplay(agent, { notes: notes.file }, notes);
  expect(namesOf(recorded).slice(4)).toEqual(['weather/get_weather', 'weather#2/get_weather', 'weather/get_weather']);
  const { how, noted } = await replayLive(recorded, agent, { tool: 'weather#2/get_weather', notes });
  expect(how.slice(4)).toEqual(['exact', 'live', 'exact']);
  expect(noted).toEqual(['started', 'get_weather Bern']);
});

test('one after the other, connections to one server have the same name', async () => {
  const notes = makeNotes();
  const agent = async (server: Server): Promise<unknown> => {
    const results: unknown[] = [];
    for (const city of ['Bern', 'Basel']) {
      const client = await connect1(server);
      await client.listTools();
      results.push(await weatherOf(client, city));
      await client.close();
    }
    return results;
  };
  const { recorded } = await recordAndReplay(agent, { notes: notes.file }, notes);
  expect(namesOf(recorded)).toEqual(['MCP initialize', 'MCP tools/list', 'get_weather', 'MCP initialize', 'MCP tools/list', 'get_weather']);
  expect(recorded.steps[4]?.call.input).toEqual({ server: 'weather' });
});

test('what the body of a tool asks is what the tool does, and no call of its own', async () => {
  const notes = makeNotes();
  const agent = async (server: Server): Promise<unknown> => {
    const client = await connect1(server);
    const forecast = tool('forecast', async (city: string) => weatherOf(client, city));
    const results = [await forecast('Bern'), await weatherOf(client, 'Basel')];
    await client.close();
    return results;
  };
  const { recorded } = await recordAndReplay(agent, { notes: notes.file }, notes);
  expect(namesOf(recorded)).toEqual(['MCP initialize', 'forecast', 'get_weather']);
  expect(await replayLive(recorded, agent, { tool: 'forecast', notes })).toMatchObject({ noted: ['started', 'get_weather Bern'] });
});

test('outside of a run nothing changes', async () => {
  const notes = makeNotes();
  const client = await connect1({ notes: notes.file });
  expect(await weatherOf(client, 'Bern')).toMatchObject({ structuredContent: { city: 'Bern' } });
  const trace = await record(async () => weatherOf(client, 'Basel'), null);
  await client.close();
  expect(namesOf(trace)).toEqual(['get_weather']);
  expect(notes.lines()).toEqual(['started', 'get_weather Bern', 'get_weather Basel']);
});
