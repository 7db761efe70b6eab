import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { run } from './run.mjs';
import { SetupError, step } from './step.mjs';
import { readJson, root } from './workspace.mjs';

/**
 * One pinned package of npm that is a program, in a folder of its own inside the repository. Does nothing where it is there.
 *
 * @param {(line: string) => void} tell
 * @param {{ name: string, version: string, folder: string, env: NodeJS.ProcessEnv }} tool `env`: one in which `name` is the program of that folder.
 * @throws {SetupError}
 */
export async function installTool(tell, { name, version, folder, env }) {
  const installed = join(folder, 'node_modules', name, 'package.json');
  if (existsSync(installed) && readJson(installed).version === version && (await versionOf(name, env)) === version) return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify({ private: true, dependencies: { [name]: version } }, null, 2)}\n`);
  const place = `${relative(root, folder)}/`;
  // The package `node` gets the binary of this platform in a script of its own.
  const args = ['install', '--no-audit', '--no-fund', '--no-package-lock', '--ignore-scripts=false'];
  await step(tell, `installed ${name} ${version} into ${place}`, ...npm(args), {
    cwd: folder,
    hint: 'Check the network and the registry that npm is set to (`npm config get registry`).',
  });
  const found = await versionOf(name, env);
  if (found !== version) {
    throw new SetupError(
      `${name} ${version} was installed into ${place}, but \`${name} --version\` says: ${found}\nNext: delete ${place} and try again.`,
    );
  }
}

async function versionOf(name, env) {
  const { output } = await run(name, ['--version'], { cwd: root, env });
  // node says v22.1.0, pnpm 12.4.2, vitest vitest/5.1.2 linux-x64 node-v22.1.0.
  return /\d+\.\d+\.\d+/.exec(output)?.[0] ?? output.trim();
}

/** npm as it started us, else the one on the PATH. */
function npm(args) {
  const script = process.env.npm_execpath;
  return script?.endsWith('npm-cli.js') ? [process.execPath, [script, ...args]] : ['npm', args];
}
