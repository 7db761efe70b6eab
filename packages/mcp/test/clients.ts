import { fileURLToPath } from 'node:url';
import { Client as Client2, StreamableHTTPClientTransport as Http2 } from '@modelcontextprotocol/client';
import { StdioClientTransport as Stdio2 } from '@modelcontextprotocol/client/stdio';
import { Client as Client1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as Stdio1 } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as Http1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { wrapClient } from '@stepfork/mcp';

const script = fileURLToPath(new URL('./servers/stdio.mjs', import.meta.url));
/** What the agent can be asked back. */
const asked = { elicitation: {} };
const me = { name: 'tests', version: '1.0.0' };

/** What the tests need of a client; those of 1.x and 2.x both have it. */
export type TestClient = Pick<Client1, 'callTool' | 'listTools' | 'readResource' | 'getPrompt' | 'getInstructions' | 'close'>;

type Options = NonNullable<Parameters<Client1['request']>[2]>;

/** `callTool` with options, which 1.x takes as its third argument and 2.x as its second. */
export function callTool(client: TestClient, name: string, args: Readonly<Record<string, unknown>>, options: Options): Promise<unknown> {
  const rest = client instanceof Client2 ? [options] : [undefined, options];
  return Reflect.apply(client.callTool, client, [{ name, arguments: args }, ...rest]) as Promise<unknown>;
}

/** Where a server of the tests is reached. */
export type Server = Command | { readonly url: string };

interface Command {
  readonly notes: string;
  readonly name?: string;
  readonly command?: string;
}

export function commandOf({ notes, name = 'weather', command = process.execPath }: Command): { command: string; args: string[] } {
  return { command, args: [script, notes, name] };
}

export async function connect1(server: Server, capabilities: object = asked): Promise<Client1> {
  const client = wrapClient(new Client1(me, { capabilities }));
  await client.connect('url' in server ? new Http1(new URL(server.url)) : new Stdio1({ ...commandOf(server), stderr: 'ignore' }));
  return client;
}

export async function connect2(server: Server, capabilities: object = asked): Promise<Client2> {
  const client = wrapClient(new Client2(me, { capabilities }));
  await client.connect('url' in server ? new Http2(new URL(server.url)) : new Stdio2({ ...commandOf(server), stderr: 'ignore' }));
  return client;
}

export const clients: readonly (readonly [string, (server: Server) => Promise<TestClient>])[] = [
  ['@modelcontextprotocol/sdk', connect1],
  ['@modelcontextprotocol/client', connect2 as unknown as (server: Server) => Promise<TestClient>],
];
