// The reference servers of MCP from npm, each with three clients, as programs: recorded, then replayed without a server. See docs/sdks.md.
//   npm run bench:mcp [-- --only memory] [-- --node 22] [-- --json bench/sdk/mcp/results.json]
import { runRows } from '../src/run-rows.mjs';
import { measureServer } from './measure-server.mjs';
import { servers } from './servers.mjs';

const clients = ['@modelcontextprotocol/sdk', '@modelcontextprotocol/client', '@ai-sdk/mcp'];

const rows = servers.flatMap((server) =>
  (server.http ? ['stdio', 'HTTP'] : ['stdio']).flatMap((transport) =>
    clients.map((client) => ({
      id: `${server.name} ${transport} ${client}`,
      title: `${server.name}, ${transport}`,
      packages: [client, server.package],
      client,
      server,
      transport,
    })),
  ),
);
await runRows(rows, measureServer);
