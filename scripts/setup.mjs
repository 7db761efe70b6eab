import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { run } from './lib/run.mjs';
import { env, manifest, pnpmFolder, readJson, root } from './lib/workspace.mjs';

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

/** Set-up that could not be finished. The message holds the end of the log. */
export class SetupError extends Error {}

function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  throw new SetupError(`Node ${process.versions.node} is too old: Stepfork needs Node ${manifest.engines.node}.`);
}

async function installPnpm(tell) {
  const version = manifest.packageManager.replace(/^pnpm@/, '').replace(/\+.*$/, '');
  const installed = join(pnpmFolder, 'node_modules', 'pnpm', 'package.json');
  if (existsSync(installed) && readJson(installed).version === version && (await pnpmVersion()) === version) return;
  mkdirSync(pnpmFolder, { recursive: true });
  writeFileSync(join(pnpmFolder, 'package.json'), `${JSON.stringify({ private: true, dependencies: { pnpm: version } }, null, 2)}\n`);
  await step(tell, `installed pnpm ${version} into .tools/`, ...npm('install', '--no-audit', '--no-fund', '--no-package-lock'), {
    cwd: pnpmFolder,
    hint: 'Check the network and the registry that npm is set to (`npm config get registry`).',
  });
  const found = await pnpmVersion();
  if (found !== version) {
    throw new SetupError(
      `pnpm ${version} was installed into .tools/, but \`pnpm --version\` says: ${found}\nNext: delete .tools/ and try again.`,
    );
  }
}

async function pnpmVersion() {
  const { output } = await run('pnpm', ['--version'], { cwd: root, env });
  return output.trim();
}

/** npm as it started us, else the one on the PATH. */
function npm(...args) {
  const script = process.env.npm_execpath;
  return script?.endsWith('npm-cli.js') ? [process.execPath, [script, ...args]] : ['npm', args];
}

async function step(tell, done, program, args, { cwd = root, hint }) {
  const result = await run(program, args, { cwd, env: withoutNpmSettings() });
  if (result.code !== 0) {
    const tail = result.output.trimEnd().split('\n').slice(-40).join('\n');
    throw new SetupError(`${tail}\n\nSet-up failed: \`${program} ${args.join(' ')}\` ended with ${result.code}.\nNext: ${hint}`);
  }
  if (result.seconds > 2) tell(`${done} (${Math.round(result.seconds)} s)`);
}

// `npm run` hands its own settings on as variables; where npm is to install and what it thinks the package is must not leak into a child.
function withoutNpmSettings() {
  const own = /^npm_(package_|lifecycle_|command$|config_(local_prefix|prefix|global_prefix|noproxy|node_gyp|user_agent|init_module)$)/i;
  return Object.fromEntries(Object.entries(env).filter(([name]) => !own.test(name)));
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
