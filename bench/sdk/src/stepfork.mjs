import { spawn } from 'node:child_process';
import { appendFileSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const command = join(dirname(createRequire(import.meta.url).resolve('stepfork/package.json')), 'bin', 'run.js');
const counter = new URL('./count-network.mjs', import.meta.url).href;

/**
 * @typedef {{ code: number | NodeJS.Signals, stdout: string, stderr: string, network: readonly string[] }} Played `network`: each socket and request that one
 *   of its processes has made.
 */

/** The command, in a folder that is all it knows of this machine. */
export function stepfork(folder, args, env) {
  return node(folder, [command, ...args], env);
}

/**
 * A program of the Node that is called `node`, likewise.
 *
 * @returns {Promise<Played>}
 */
export async function node(folder, args, env) {
  const log = join(folder, 'network.log');
  appendFileSync(log, '');
  const child = spawn('node', args, {
    cwd: folder,
    env: {
      ...process.env,
      XDG_CONFIG_HOME: join(folder, 'config'),
      NODE_OPTIONS: `--import ${counter}`,
      NETWORK_LOG: log,
      NO_COLOR: '1',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    // Only for what never ends: a busy machine is slow.
    timeout: 600_000,
    killSignal: 'SIGKILL',
  });
  const said = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr']) {
    child[name].setEncoding('utf8').on('data', (text) => {
      said[name] += text;
    });
  }
  const code = await new Promise((resolve) => child.on('close', (exit, signal) => resolve(exit ?? signal)));
  const network = readFileSync(log, 'utf8').split('\n').filter(Boolean);
  rmSync(log);
  return { code, ...said, network };
}
