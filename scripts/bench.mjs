import { spawnSync } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { env, root } from './lib/workspace.mjs';
import { SetupError, setUp } from './setup.mjs';

// `npm run bench` and `npm run bench:zoo`: set-up, then the program in bench/, run from the root so that paths mean what the caller typed.
const programs = { bench: 'bench/src/bench.ts', 'bench:zoo': 'bench/zoo/run-zoo.ts' };
const [name, ...args] = process.argv.slice(2);

try {
  await setUp((line) => console.error(line));
  const path = [join(root, 'bench', 'node_modules', '.bin'), env.PATH].join(delimiter);
  const shell = process.platform === 'win32';
  const { status } = spawnSync('tsx', [programs[name], ...args], { cwd: root, env: { ...env, PATH: path }, stdio: 'inherit', shell });
  process.exitCode = status ?? 1;
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
