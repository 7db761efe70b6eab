import { spawnSync } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { SetupError } from './lib/step.mjs';
import { env, root } from './lib/workspace.mjs';
import { setUp } from './setup.mjs';

// `npm run bench`, `bench:zoo`, `bench:minimize`, `bench:source`, `bench:sdk`, `bench:tools`, `bench:mcp` and `bench:programs`: set-up, then the program in bench/, run from the root so that paths mean what the caller typed.
const programs = {
  bench: ['tsx', 'bench/src/bench.ts'],
  'bench:zoo': ['tsx', 'bench/zoo/run-zoo.ts'],
  'bench:minimize': ['tsx', 'bench/minimize/run-minimize.ts'],
  'bench:score': ['tsx', 'bench/score/run-score.ts'],
  'bench:source': ['node', 'bench/source/run-source.mjs'],
  'bench:sdk': ['node', 'bench/sdk/run-sdks.mjs'],
  'bench:tools': ['node', 'bench/sdk/tools/run-tools.mjs'],
  'bench:mcp': ['node', 'bench/sdk/mcp/run-mcp.mjs'],
  'bench:programs': ['node', 'bench/sdk/programs/run-programs.mjs'],
};
// What they compare with is a workspace of its own: large, and needed by nothing else.
const sdk = ['bench:sdk', 'bench:tools', 'bench:mcp', 'bench:programs'];
const workspaces = { bench: 'bench/peers', 'bench:source': 'bench/source', ...Object.fromEntries(sdk.map((name) => [name, 'bench/sdk'])) };
const [name, ...args] = process.argv.slice(2);

try {
  await setUp((line) => console.error(line));
  if (name in workspaces) run('pnpm', '--dir', workspaces[name], 'install', '--frozen-lockfile', '--reporter=silent');
  if (!process.exitCode) run(...programs[name], ...args);
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

function run(program, ...given) {
  const path = [join(root, 'bench', 'node_modules', '.bin'), env.PATH].join(delimiter);
  const shell = process.platform === 'win32';
  const { status } = spawnSync(program, given, { cwd: root, env: { ...env, PATH: path }, stdio: 'inherit', shell });
  process.exitCode = status ?? 1;
}
