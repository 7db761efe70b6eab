import { pathToFileURL } from 'node:url';
import { installTool } from './lib/install-tool.mjs';
import { SetupError, step } from './lib/step.mjs';
import { env, manifest, pnpmFolder } from './lib/workspace.mjs';

/**
 * From a fresh clone to a built workspace: the pinned pnpm in `.tools/`, the dependencies of the lockfile, every package built.
 * Does only what is missing, so a second time costs about a second.
 *
 * @param {(line: string) => void} tell called once per step that took work
 * @throws {SetupError} with the end of the log and what to do next
 */
export async function setUp(tell) {
  await installWorkspace(tell);
  await buildWorkspace(tell);
}

/** The pinned pnpm, and the dependencies of the lockfile. */
export async function installWorkspace(tell) {
  requireNode();
  await installPnpm(tell);
  await step(tell, 'installed dependencies', 'pnpm', ['install', '--frozen-lockfile', '--reporter=append-only'], {
    hint: 'If package.json files changed, run `.tools/pnpm/node_modules/.bin/pnpm install` and commit pnpm-lock.yaml; else check the network.',
  });
}

/** Every package, in the order of their dependencies; what did not change comes from the cache. */
export async function buildWorkspace(tell) {
  await step(tell, 'built packages', 'turbo', ['run', 'build', '--output-logs=errors-only'], {
    hint: 'The first error above is the one to mend. One package alone: `pnpm --filter <name> build`.',
  });
}

function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  throw new SetupError(`Node ${process.versions.node} is too old: Stepfork needs Node ${manifest.engines.node}.`);
}

async function installPnpm(tell) {
  const version = manifest.packageManager.replace(/^pnpm@/, '').replace(/\+.*$/, '');
  await installTool(tell, { name: 'pnpm', version, folder: pnpmFolder, env });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  try {
    await setUp((line) => console.log(line));
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
