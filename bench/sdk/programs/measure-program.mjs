import { join } from 'node:path';
import { readTraceFile } from '@stepfork/trace/file';
import { first, offline, sameOutput } from '../src/problems.mjs';
import { stepfork } from '../src/stepfork.mjs';

const file = 'one.sftrace';

/**
 * `stepfork record -- node …` while what it talks to is up, `stepfork replay … -- node …` while that is down.
 *
 * @param {{ folder: string, command: readonly string[], live: readonly string[], env: NodeJS.ProcessEnv,
 *   start(): Promise<void>, stop(): Promise<void>, countConnections(): Promise<{ close(): Promise<number> }> }} program
 * @returns {Promise<{ verdicts: { replay: string }, recorded: string }>} `recorded`: what stands in the trace
 */
export async function measureProgram({ folder, command, live, env, start, stop, countConnections }) {
  const program = ['--', 'node', ...command];
  await start();
  const recorded = await stepfork(folder, ['record', '-o', file, ...program], env).finally(stop);
  if (recorded.network.length === 0) throw new Error(`nothing was counted while recording: ${recorded.stderr.slice(-300)}`);
  const { trunk } = await readTraceFile(join(folder, file));
  const policies = live.flatMap((name) => ['--policy', `${name}=live`]);
  const down = await countConnections();
  const replayed = await stepfork(folder, ['replay', file, '--timeout', '500000', ...policies, ...program], env);
  const connections = await down.close();
  const why = first(
    recorded.code === replayed.code ? null : `exit code ${recorded.code} became ${replayed.code}: ${replayed.stderr.trim().slice(-400)}`,
    sameOutput(recorded, replayed),
    offline({ ...replayed, ran: 0, connections }),
  );
  return { verdicts: { replay: why }, recorded: shown(trunk, recorded.code) };
}

function shown({ steps }, code) {
  const count = (kind) => steps.filter(({ call }) => call.kind === kind).length;
  return `${count('model')} of models, ${count('tool')} of tools${code === 0 ? '' : `, ends with ${code}`}`;
}
