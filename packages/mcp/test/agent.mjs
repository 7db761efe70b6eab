// A program that knows nothing of Stepfork. It speaks to the weather server as it is told: by which client, over what.
const [, , library, ...server] = process.argv;

/** @type {Record<string, () => Promise<{ call(name: string, args: object): Promise<unknown>, close(): Promise<unknown> }>>} */
const connect = {
  sdk: () =>
    connectClient(
      '@modelcontextprotocol/sdk/client/index.js',
      '@modelcontextprotocol/sdk/client/stdio.js',
      '@modelcontextprotocol/sdk/client/streamableHttp.js',
    ),
  client: () => connectClient('@modelcontextprotocol/client', '@modelcontextprotocol/client/stdio', '@modelcontextprotocol/client'),
  async 'ai-sdk'() {
    const { createMCPClient } = await import('@ai-sdk/mcp');
    const { Experimental_StdioMCPTransport: Stdio } = await import('@ai-sdk/mcp/mcp-stdio');
    const client = await createMCPClient({
      transport: isUrl() ? { type: 'http', url: server[0] } : new Stdio({ ...command(), stderr: 'ignore' }),
    });
    return { call: (name, args) => client.callTool({ name, arguments: args }), close: () => client.close() };
  },
};

async function connectClient(library, stdio, http) {
  const { Client } = await import(library);
  const { StdioClientTransport } = await import(stdio);
  const { StreamableHTTPClientTransport } = await import(http);
  const client = new Client({ name: 'agent', version: '1.0.0' });
  await client.connect(
    isUrl() ? new StreamableHTTPClientTransport(new URL(server[0])) : new StdioClientTransport({ ...command(), stderr: 'ignore' }),
  );
  return { call: (name, args) => client.callTool({ name, arguments: args }), close: () => client.close() };
}

function isUrl() {
  return server[0]?.startsWith('http') === true;
}

function command() {
  const [script, ...rest] = server;
  return { command: process.execPath, args: [script ?? '', ...rest] };
}

const { call, close } = await connect[library]();
console.log(JSON.stringify([await call('get_weather', { city: 'Bern' }), await call('send_alert', { message: 'Rain' })]));
await close();
