import { readTraceFile } from '@stepfork/trace/file';
import { expect, test } from 'vitest';
import { project } from './support/project.ts';

const server = `
  import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
  import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
  const server = new McpServer({ name: 'weather', version: '1.0.0' });
  server.registerTool('get_weather', { description: 'The weather.' }, async () => ({ content: [{ type: 'text', text: 'Rain' }] }));
  await server.connect(new StdioServerTransport());
`;
const agent = `
  import { execFileSync } from 'node:child_process';
  import { Client } from '@modelcontextprotocol/sdk/client/index.js';
  import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
  import { tool } from '@stepfork/interceptor';
  const client = new Client({ name: 'agent', version: '1.0.0' });
  await client.connect(new StdioClientTransport({ command: process.execPath, args: ['server.mjs'] }));
  const { content } = await client.callTool({ name: 'get_weather', arguments: {} });
  await client.close();
  const look = tool('look', async () => execFileSync('echo', ['grey'], { encoding: 'utf8' }));
  console.log(content[0].text, await look());
  execFileSync('true');
`;

test('a process that is the server of an MCP client or the work of a tool is not named as unrecorded: its calls are', async () => {
  const here = project();
  here.write('server.mjs', server);
  here.write('agent.mjs', agent);
  const { code, stdout, stderr } = await here.stepfork(['record', '-o', 'run.sftrace', '--', 'node', 'agent.mjs']);
  expect({ code, stdout }).toEqual({ code: 0, stdout: 'Rain grey\n\n' });
  const { trunk } = await readTraceFile(here.path('run.sftrace'));
  expect(trunk.steps.map(({ call }) => call.name)).toEqual(['MCP initialize', 'get_weather', 'look']);
  expect(stderr.match(/seen but not recorded: .*/g)).toEqual(['seen but not recorded: a process that is no recorded Node process: true']);
});
