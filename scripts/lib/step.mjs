import { run } from './run.mjs';
import { env, root } from './workspace.mjs';

/** Set-up that could not be finished. The message holds the end of the log. */
export class SetupError extends Error {}

/**
 * One program of the set-up, run to its end; told if it took work.
 *
 * @param {(line: string) => void} tell
 * @param {string} done what is so afterwards
 * @param {{ cwd?: string, hint: string }} options
 * @throws {SetupError} if it fails
 */
export async function step(tell, done, program, args, { cwd = root, hint }) {
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
