import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { countConnections } from '../src/count-connections.mjs';
import { freePort } from '../src/free-port.mjs';
import { measureAgent } from '../src/measure-agent.mjs';
import { startServer } from '../src/start-server.mjs';
import { stepfork } from '../src/stepfork.mjs';

const agent = fileURLToPath(new URL('./agent.mjs', import.meta.url));
const starter = fileURLToPath(new URL('./noted-server.mjs', import.meta.url));

/** One client with one server. */
export async function measureServer({ client, server, transport }) {
  const folder = mkdtempSync(join(tmpdir(), 'stepfork-mcp-'));
  try {
    const place = await placeOf(folder, { client, server, transport });
    return { verdicts: await measureAgent(place, { ...server, asksModels: false }) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * A folder with the agent's plan, and the server that stands there: a process that the agent starts, or one that listens.
 *
 * @returns {Promise<Parameters<typeof measureAgent>[0]>}
 */
async function placeOf(folder, { client, server, transport }) {
  const notes = join(folder, 'notes');
  const data = join(folder, 'data');
  mkdirSync(data);
  for (const name of ['a', 'b']) writeFileSync(join(data, `${name}.txt`), `${name}\n`);
  const env = { PATH: process.env.PATH, MEMORY_FILE_PATH: join(folder, 'memory.jsonl') };
  const port = transport === 'HTTP' ? await freePort() : null;
  const address =
    port === null
      ? { command: 'node', args: [starter, notes, server.program, ...server.args], cwd: data, env }
      : { url: `http://127.0.0.1:${port}/mcp` };
  let running = null;
  const write = (name, value) => writeFileSync(join(folder, name), JSON.stringify(value));

  return {
    write,
    /** What the server has written: a call that runs for real hears the world as it is. */
    reset: () => rmSync(env.MEMORY_FILE_PATH, { force: true }),
    async start() {
      if (port === null) return;
      const options = { cwd: data, env: { ...env, PORT: String(port) } };
      running = await startServer([starter, notes, server.program, 'streamableHttp'], options);
    },
    async stop() {
      await running?.stop();
      running = null;
    },
    async play(args, task) {
      write('plan.json', { server: address, calls: callsOf(server)[task] });
      writeFileSync(notes, '');
      const down = port === null || running !== null ? null : await countConnections(port);
      const played = await stepfork(folder, [...args, '--', 'node', agent, client], {});
      const connections = (await down?.close()) ?? 0;
      return { ...played, ran: readFileSync(notes, 'utf8').split('\n').length - 1, connections };
    },
  };
}

function callsOf({ read, effect, changed, more }) {
  return { asked: [read, effect], changed: [read, [effect[0], changed]], further: [read, more, effect] };
}
