import { spawn } from 'node:child_process';
import { once } from 'node:events';

/**
 * A program of Node that listens.
 *
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env: NodeJS.ProcessEnv }} options
 * @returns {Promise<{ stop(): Promise<void> }>} once it says that it is listening
 * @throws {Error} with what it said, if it ends before
 */
export async function startServer(args, options) {
  const server = spawn('node', args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = once(server, 'close');
  let said = '';
  await new Promise((resolve, reject) => {
    // Read to the end: it may not be able to go on without.
    for (const stream of [server.stdout, server.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        said += text;
        if (/listening/i.test(said)) resolve();
      });
    }
    ended.then(() => reject(new Error(`the server does not listen: ${said.slice(-400)}`)));
  });
  return {
    async stop() {
      server.kill('SIGKILL');
      await ended;
    },
  };
}
