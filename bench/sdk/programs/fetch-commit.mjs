import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../../../scripts/lib/run.mjs';
import { step } from '../../../scripts/lib/step.mjs';
import { env, root } from '../../../scripts/lib/workspace.mjs';

/**
 * A bare repository in `.tools/` that knows one commit: no history, and a file of it comes when it is first asked for (some 10 kB instead of a whole repository).
 * Nothing is fetched where the commit is there.
 *
 * @param {string} from where `<owner>/<name>` is found: `https://github.com`, or a folder of clones
 * @returns {Promise<string>} its folder, for `git -C`
 * @throws {import('../../../scripts/lib/step.mjs').SetupError}
 */
export async function fetchCommit(from, repository, commit) {
  const folder = join(root, '.tools', 'programs', repository);
  const git = (...args) => ['git', ['-C', folder, ...args]];
  // By a name of its own, given at the end: to look for the commit itself would fetch it.
  const name = `refs/commits/${commit}`;
  const { code } = await run(...git('rev-parse', '--verify', '--quiet', name), { cwd: root, env });
  if (code === 0) return folder;
  mkdirSync(folder, { recursive: true });
  const hint = `Check the network, or name a folder in which a clone of ${repository} stands under that name: --from <folder>.`;
  for (const args of [
    ['init', '--quiet', '--bare'],
    ['config', 'remote.origin.url', `${from}/${repository}`],
    ['config', 'remote.origin.promisor', 'true'],
    ['fetch', '--quiet', '--depth', '1', '--filter=blob:none', 'origin', `${commit}:${name}`],
  ])
    await step((line) => console.error(line), `fetched ${repository}`, ...git(...args), { hint });
  return folder;
}
