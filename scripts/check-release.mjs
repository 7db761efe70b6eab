import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { releaseProblems } from './lib/release-problems.mjs';
import { run } from './lib/run.mjs';
import { env, manifest, members, published, root } from './lib/workspace.mjs';

// `npm run release:check [-- v0.1.0]`: that tag, CHANGELOG, versions and install line agree; the tag is that of the commit, unless one is named.

/** @returns {Promise<import('./lib/summary.mjs').Outcome>} */
export async function checkRelease(named = null) {
  const read = (file) => readFileSync(join(root, file), 'utf8');
  const problems = releaseProblems({
    versions: { workspace: manifest.version, ...Object.fromEntries(members().map(({ json }) => [json.name, json.version])) },
    changelog: read('CHANGELOG.md'),
    readme: read('README.md'),
    tags: await tagsBy(['tag', '--list', 'v*']),
    tag: named ?? (await tagsBy(['tag', '--points-at', 'HEAD'])).find((tag) => /^v\d/.test(tag)) ?? null,
  });
  return { passed: problems.length === 0 ? 1 : 0, failed: problems.length, log: problems.join('\n') };
}

/** None where this is no checkout. */
async function tagsBy(args) {
  const { code, stdout } = await run('git', args, { cwd: root, env });
  return code === 0 ? stdout.split('\n').filter((line) => line !== '') : [];
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { failed, log } = await checkRelease(process.argv[2]);
  console.log(
    failed === 0
      ? `${published().length} packages of version ${manifest.version}: tag, CHANGELOG.md, versions and install line agree.`
      : log,
  );
  process.exitCode = failed === 0 ? 0 : 1;
}
