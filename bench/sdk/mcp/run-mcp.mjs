// The reference servers of MCP from npm, each with three clients, as programs: recorded, then replayed without a server. See docs/sdks.md.
//   npm run bench:mcp [-- --only memory] [-- --json bench/sdk/mcp/results.json]
// What was measured on other Nodes, and of other servers, stays in the file.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { measureServer } from './measure-server.mjs';
import { servers } from './servers.mjs';

const clients = ['@modelcontextprotocol/sdk', '@modelcontextprotocol/client', '@ai-sdk/mcp'];
const { values } = parseArgs({ options: { json: { type: 'string' }, only: { type: 'string' } } });
const only = values.only?.split(',') ?? servers.map(({ name }) => name);
// What is called `node` is this one.
process.env.PATH = [dirname(process.execPath), process.env.PATH].join(delimiter);

const jobs = servers
  .filter(({ name }) => only.includes(name))
  .flatMap((server) =>
    (server.http ? ['stdio', 'HTTP'] : ['stdio']).flatMap((transport) => clients.map((client) => ({ client, server, transport }))),
  );
const rows = [];
for (const { client, server, transport } of jobs) {
  const verdicts = await measureServer(client, server, transport).catch((error) => ({ replay: String(error.message) }));
  rows.push({ server: server.name, transport, client, verdicts });
  // It takes long: what is known is kept.
  if (values.json !== undefined) writeResults(values.json);
  console.log(
    `${server.name.padEnd(12)} ${transport.padEnd(6)} ${client.padEnd(30)} ${Object.entries(verdicts)
      .map(([name, verdict]) => `${name}: ${verdict}`)
      .join('; ')}`,
  );
}
const all = rows.flatMap(({ verdicts }) => Object.values(verdicts));
console.log(`\n${all.filter((one) => one === 'same').length} of ${all.length} the same`);
process.exitCode = all.every((one) => one === 'same') ? 0 : 1;

function writeResults(file) {
  const before = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).nodes : {};
  const isNew = (row) => rows.some((one) => one.server === row.server && one.transport === row.transport && one.client === row.client);
  const kept = (before[process.versions.node] ?? []).filter((row) => !isNew(row));
  const nodes = { ...before, [process.versions.node]: [...kept, ...rows] };
  const versionsOf = (names) => Object.fromEntries(names.map((name) => [name, versionOf(name)]));
  const packages = { clients: versionsOf(clients), servers: versionsOf(servers.map((server) => server.package)) };
  writeFileSync(file, `${JSON.stringify({ measured: new Date().toISOString().slice(0, 10), ...packages, nodes }, null, 2)}\n`);
}

function versionOf(name) {
  return JSON.parse(readFileSync(new URL(`../node_modules/${name}/package.json`, import.meta.url), 'utf8')).version;
}
