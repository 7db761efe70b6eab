// node agent.mjs <library>: an agent that knows nothing of Stepfork. Where its server is and what it asks stand in plan.json. It prints what came.
import { readFileSync } from 'node:fs';

const [, , library] = process.argv;
const { server, calls } = JSON.parse(readFileSync('plan.json', 'utf8'));
const me = { name: 'agent', version: '1.0.0' };

const connect = {
  async '@modelcontextprotocol/sdk'() {
    const { Client } = await import('@modelcontextprotocol/sdk/client/index.js');
    const { StdioClientTransport } = await import('@modelcontextprotocol/sdk/client/stdio.js');
    const { StreamableHTTPClientTransport } = await import('@modelcontextprotocol/sdk/client/streamableHttp.js');
    return connected(new Client(me), StdioClientTransport, StreamableHTTPClientTransport);
  },
  async '@modelcontextprotocol/client'() {
    const { Client, StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client');
    const { StdioClientTransport } = await import('@modelcontextprotocol/client/stdio');
    return connected(new Client(me), StdioClientTransport, StreamableHTTPClientTransport);
  },
  async '@ai-sdk/mcp'() {
    const { createMCPClient } = await import('@ai-sdk/mcp');
    const { Experimental_StdioMCPTransport: StdioTransport } = await import('@ai-sdk/mcp/mcp-stdio');
    return createMCPClient({
      transport: server.url ? { type: 'http', url: server.url } : new StdioTransport({ ...server, stderr: 'ignore' }),
    });
  },
};

async function connected(client, StdioTransport, HttpTransport) {
  await client.connect(server.url ? new HttpTransport(new URL(server.url)) : new StdioTransport({ ...server, stderr: 'ignore' }));
  return client;
}

const client = await connect[library]();
const { tools } = await client.listTools();
const results = [];
for (const [name, args] of calls) results.push(await client.callTool({ name, arguments: args }));
console.log(JSON.stringify({ tools: tools.map(({ name }) => name), results }));
await client.close();
