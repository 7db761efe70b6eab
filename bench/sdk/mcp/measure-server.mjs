import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { countConnections } from '../src/count-connections.mjs';
import { stepfork } from '../src/stepfork.mjs';

const agent = fileURLToPath(new URL('./agent.mjs', import.meta.url));
const starter = fileURLToPath(new URL('./start-server.mjs', import.meta.url));
const file = 'one.sftrace';

/**
 * One agent with one server, as a program that knows nothing of us. What is wrong is said in a sentence; `same` where nothing is.
 *
 * @returns {Promise<{ replay: string, live: string, sink: string, fork: string }>}
 */
export async function measureServer(library, server, transport) {
  const folder = mkdtempSync(join(tmpdir(), 'stepfork-mcp-'));
  const place = await openPlace(folder, server, transport);
  try {
    return await measure(place, library, server);
  } finally {
    await place.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(place, library, { read, effect, changed, more }) {
  const run = (args, calls) => place.play([...args, '--', 'node', agent, library], calls);
  const asked = [read, effect];
  await place.start();
  const recorded = await run(['record', '-o', file], asked);
  if (recorded.code !== 0 || !recorded.stdout.startsWith('{')) throw new Error(`${library} did not run: ${recorded.stderr.slice(-600)}`);
  if (recorded.starts + recorded.network.length === 0) throw new Error('nothing was counted while recording: the measure is broken');
  await place.stop();

  const replay = ['replay', file, '--timeout', '100000'];
  place.forget();
  const replayed = await run(replay, asked);
  await place.start();
  const live = await run([...replay, '--policy', `${read[0]}=live`], asked);
  await place.stop();

  const sink = ['--policy', `${effect[0]}=sink`];
  place.write('claim.json', { calls: [{ tool: effect[0], with: changed, times: 1 }] });
  const judged = [...replay, ...sink, '--claim', 'claim.json'];
  const right = await run(judged, [read, [effect[0], changed]]);
  const wrong = await run(judged, asked);

  const further = [read, more, effect];
  place.write('claim.json', { calls: [{ tool: more[0], with: more[1], times: 1 }] });
  const unseen = await run(judged, further);
  await place.start();
  const forked = await run(['fork', file, '--timeout', '100000', '--live', read[0], ...sink], further);
  await place.stop();
  const again = await run(judged, further);

  return {
    replay: first(ends(replayed, 0), sameOutput(recorded, replayed), offline(replayed)),
    live: first(
      ends(live, 0),
      sameOutput(recorded, live),
      live.stderr.includes('1 bodies ran') ? null : `not one body ran: ${live.stderr.slice(-300)}`,
    ),
    sink: first(ends(right, 0), offline(right), ends(wrong, 1), offline(wrong)),
    fork: first(ends(unseen, 3), offline(unseen), ends(forked, 0), ends(again, 0), offline(again)),
  };
}

function first(...problems) {
  return problems.find((problem) => problem !== null) ?? 'same';
}

function ends({ code, stderr }, expected) {
  return code === expected ? null : `it ended with ${code}, not ${expected}: ${stderr.trim().slice(-400)}`;
}

function sameOutput(recorded, { stdout }) {
  return stdout === recorded.stdout ? null : `stdout differs: ${stdout.slice(0, 200)}`;
}

function offline({ starts, network, connections }) {
  return starts + network.length + connections === 0
    ? null
    : `${starts} processes, ${network.length} sockets and requests, ${connections} connections`;
}

/** A folder with the agent's plan, and the server that stands there: a process that the agent starts, or one that listens. */
async function openPlace(folder, server, transport) {
  const notes = join(folder, 'notes');
  const data = join(folder, 'data');
  mkdirSync(data);
  writeFileSync(notes, '');
  for (const name of ['a', 'b']) writeFileSync(join(data, `${name}.txt`), `${name}\n`);
  const env = { PATH: process.env.PATH, MEMORY_FILE_PATH: join(folder, 'memory.jsonl') };
  const port = transport === 'HTTP' ? await freePort() : null;
  const address =
    port === null
      ? { command: process.execPath, args: [starter, notes, server.program, ...server.args], cwd: data, env }
      : { url: `http://127.0.0.1:${port}/mcp` };
  let running = null;
  const write = (name, value) => writeFileSync(join(folder, name), JSON.stringify(value));

  return {
    write,
    /** What the server has written: a call that runs for real hears the world as it is. */
    forget: () => rmSync(env.MEMORY_FILE_PATH, { force: true }),
    async start() {
      if (port === null) return;
      const options = { cwd: data, env: { ...env, PORT: String(port) }, stdio: ['ignore', 'ignore', 'pipe'] };
      running = spawn(process.execPath, [starter, notes, server.program, 'streamableHttp'], options);
      for await (const text of running.stderr) if (String(text).includes('listening')) break;
    },
    async stop() {
      if (running === null) return;
      const ended = new Promise((resolve) => running.once('close', resolve));
      running.kill('SIGKILL');
      await ended;
      running = null;
    },
    /** A command, with what it cost the world. */
    async play(args, calls) {
      write('plan.json', { server: address, calls });
      const starts = () => readFileSync(notes, 'utf8').split('\n').length;
      const before = starts();
      const down = port === null || running !== null ? null : await countConnections(port);
      const played = await stepfork(folder, args, { PATH: process.env.PATH });
      return { ...played, starts: starts() - before, connections: (await down?.close()) ?? 0 };
    },
  };
}

async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}
