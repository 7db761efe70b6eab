import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startProvider } from '@stepfork/testkit';
import { countConnections } from '../src/count-connections.mjs';
import { freePort } from '../src/free-port.mjs';
import { measureAgent } from '../src/measure-agent.mjs';
import { node, stepfork } from '../src/stepfork.mjs';
import { callsFor } from './calls-for.mjs';

const agent = fileURLToPath(new URL('./agent.mjs', import.meta.url));
const twoRuns = fileURLToPath(new URL('./two-runs.mjs', import.meta.url));

const scenario = {
  read: ['find_order', { order_id: 'a-17' }],
  effect: ['pay_back', { order_id: 'a-17', cents: 4999 }],
  changed: { order_id: 'a-17', cents: 2500 },
  more: ['find_order', { order_id: 'a-17-new' }],
  asksModels: true,
};

/** One form of agent of one SDK: `module` is a file of agents/. */
export async function measureTools({ module, form }) {
  const folder = mkdtempSync(join(tmpdir(), 'stepfork-tools-'));
  const env = { PROVIDER_URL: `http://127.0.0.1:${await freePort()}`, NOTES: join(folder, 'notes') };
  try {
    const verdicts = await measureAgent(placeOf(folder, env, [agent, module, form]), scenario);
    const apart = await node(folder, ['--import', import.meta.resolve('@stepfork/register'), twoRuns, module, form], env);
    return {
      verdicts: { ...verdicts, apart: apart.code === 0 ? 'same' : `${apart.stdout.trim()} ${apart.stderr.trim().slice(-400)}`.trim() },
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @returns {Parameters<typeof measureAgent>[0]} */
function placeOf(folder, env, program) {
  const { port } = new URL(env.PROVIDER_URL);
  let provider = null;
  const write = (name, value) => writeFileSync(join(folder, name), JSON.stringify(value));
  return {
    write,
    reset: () => {},
    async start() {
      provider = await startProvider({ ids: 'random', calls: callsFor, port: Number(port) });
    },
    async stop() {
      await provider.close();
      provider = null;
    },
    async play(args, task) {
      write('task.json', { task });
      writeFileSync(env.NOTES, '');
      const down = provider === null ? await countConnections(port) : null;
      const played = await stepfork(folder, [...args, '--', 'node', ...program], env);
      const connections = (await down?.close()) ?? 0;
      const bodies = readFileSync(env.NOTES, 'utf8').split('\n').length - 1;
      return { ...played, bodies, ran: bodies, connections };
    },
  };
}
