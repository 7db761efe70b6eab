// The same as agent.mjs, in CommonJS.
const { Client } = require('@modelcontextprotocol/sdk/client/index.js');
const { StdioClientTransport } = require('@modelcontextprotocol/sdk/client/stdio.js');

async function main([script, ...rest]) {
  const client = new Client({ name: 'agent', version: '1.0.0' });
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [script, ...rest], stderr: 'ignore' }));
  const call = (name, args) => client.callTool({ name, arguments: args });
  console.log(JSON.stringify([await call('get_weather', { city: 'Bern' }), await call('send_alert', { message: 'Rain' })]));
  await client.close();
}

main(process.argv.slice(3));
