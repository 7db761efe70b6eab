import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startProvider } from '@stepfork/testkit';
import { countConnections } from '../src/count-connections.mjs';
import { freePort } from '../src/free-port.mjs';
import { measureProgram } from './measure-program.mjs';
import { callsFor } from './sample.mjs';

const packages = fileURLToPath(new URL('../node_modules', import.meta.url));

/**
 * An example of a repository, which asks a model: its files as they are at the commit, in a folder where the packages of this workspace are installed.
 *
 * @param {string} clone a folder of git
 */
export async function measureExample({ commit, path, beside, live, args }, clone) {
  const folder = mkdtempSync(join(tmpdir(), 'stepfork-program-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  for (const file of [path, ...beside]) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), execFileSync('git', ['-C', clone, 'show', `${commit}:${file}`]));
  }
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  symlinkSync(packages, join(folder, 'node_modules'));
  let provider = null;
  try {
    return await measureProgram({
      folder,
      command: ['--import', 'tsx', path, ...args],
      live,
      env: {
        OPENAI_BASE_URL: `${url}/v1`,
        OPENAI_API_KEY: 'sk-local',
        ANTHROPIC_BASE_URL: url,
        ANTHROPIC_API_KEY: 'sk-local',
        // It reports to another address than the model's, which no variable sets.
        OPENAI_AGENTS_DISABLE_TRACING: '1',
      },
      start: async () => {
        provider = await startProvider({ ids: 'random', calls: callsFor, port });
      },
      stop: () => provider.close(),
      countConnections: () => countConnections(port),
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
