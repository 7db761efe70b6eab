import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { countConnections } from '../src/count-connections.mjs';
import { freePort } from '../src/free-port.mjs';
import { startServer } from '../src/start-server.mjs';
import { measureProgram } from './measure-program.mjs';

const examples = fileURLToPath(new URL('../node_modules/@modelcontextprotocol/sdk/dist/esm/examples/', import.meta.url));

/** A client that `@modelcontextprotocol/sdk` brings, with a server that it brings. */
export async function measureShipped({ client, server }) {
  const folder = mkdtempSync(join(tmpdir(), 'stepfork-program-'));
  const port = await freePort();
  let running = null;
  try {
    return await measureProgram({
      folder,
      command: [join(examples, 'client', client), `http://127.0.0.1:${port}/mcp`],
      live: [],
      env: {},
      async start() {
        running = await startServer([join(examples, 'server', server)], { env: { ...process.env, MCP_PORT: String(port) } });
      },
      stop: () => running.stop(),
      countConnections: () => countConnections(port),
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
