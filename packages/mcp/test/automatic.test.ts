import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { createMCPClient } from '@ai-sdk/mcp';
import { Experimental_StdioMCPTransport as StdioTransport } from '@ai-sdk/mcp/mcp-stdio';
import { record } from '@stepfork/interceptor';
import { wrapTransport } from '@stepfork/mcp';
import { unfoldTrace } from '@stepfork/trace';
import { expect, test } from 'vitest';
import { commandOf, connect1, connect2, type TestClient } from './clients.ts';
import { makeNotes } from './record-and-replay.ts';
import { startHttpServer } from './servers/http.ts';

const run = promisify(execFile);
const place = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** The events of the calls of a program that knows nothing of us. */
async function callsOf(program: string, library: string, server: readonly string[]): Promise<unknown> {
  const calls = `${makeNotes().file}.json`;
  const preload = pathToFileURL(place('./preload.mjs')).href;
  await run(process.execPath, ['--import', preload, place(program), library, ...server], { env: { ...process.env, CALLS: calls } });
  return JSON.parse(readFileSync(calls, 'utf8'));
}

/** The same of an agent that wraps its client. */
async function wrappedCalls(connect: () => Promise<Pick<TestClient, 'callTool' | 'close'>>): Promise<unknown> {
  const trace = await record(async () => {
    const client = await connect();
    await client.callTool({ name: 'get_weather', arguments: { city: 'Bern' } });
    await client.callTool({ name: 'send_alert', arguments: { message: 'Rain' } });
    await client.close();
  }, null);
  const events = [...unfoldTrace(trace)].filter(({ type }) => type.startsWith('call-'));
  return JSON.parse(JSON.stringify(events, (key, value: unknown) => (key === 'atMs' ? undefined : value)));
}

const plainClient = (args: readonly string[]) => async (): Promise<TestClient> => {
  const transport = new StdioTransport({ command: process.execPath, args: [...args], stderr: 'ignore' });
  return createMCPClient({ transport: wrapTransport(transport) }) as unknown as Promise<TestClient>;
};

test.each([
  ['sdk', 'agent.mjs', connect1],
  ['sdk', 'agent.cjs', connect1],
  ['client', 'agent.mjs', connect2],
  ['ai-sdk', 'agent.mjs', null],
] as const)('%s over stdio, in %s: the calls are those of a wrapped client', async (library, program, connect) => {
  const notes = makeNotes();
  const { args } = commandOf({ notes: notes.file });
  const wrapped = await wrappedCalls(
    connect === null ? plainClient(args) : () => connect({ notes: notes.file }, {}) as Promise<TestClient>,
  );
  expect(await callsOf(`./${program}`, library, args)).toEqual(wrapped);
  expect(JSON.stringify(wrapped)).toContain('"get_weather"');
});

test.each([
  ['sdk', connect1],
  ['client', connect2],
  ['ai-sdk', null],
] as const)('%s over HTTP: the calls are those of a wrapped client', async (library, connect) => {
  const server = await startHttpServer(makeNotes().file);
  const config = { type: 'http' as const, url: server.url };
  const connected = () => createMCPClient({ transport: wrapTransport(config) }) as unknown as Promise<TestClient>;
  const wrapped = await wrappedCalls(connect === null ? connected : () => connect({ url: server.url }, {}) as Promise<TestClient>);
  expect(await callsOf('./agent.mjs', library, [server.url])).toEqual(wrapped);
  expect(JSON.stringify(wrapped)).toContain('"get_weather"');
});
