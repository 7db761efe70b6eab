import { inLanes } from './lib/in-lanes.mjs';
import { run } from './lib/run.mjs';
import { SetupError } from './lib/step.mjs';
import { Summary } from './lib/summary.mjs';
import { runVitest } from './lib/vitest.mjs';
import { env, root } from './lib/workspace.mjs';
import { buildWorkspace, installWorkspace } from './setup.mjs';

// `npm test`: everything that must hold, on a fresh clone too, on all cores. What does not need the build runs also where the build failed.
const summary = new Summary();

if (await summary.check('install', () => settingUp(installWorkspace))) {
  const built = await summary.check('build', () => settingUp(buildWorkspace));
  await checkAll({ ...looks(), ...(built ? await looksAtBuild() : {}) });
  if (built) await checkAll(await runs());
  else summary.skip('all that needs the build', 'it failed');
}
summary.end();

/** @param {Record<string, () => Promise<import('./lib/summary.mjs').Outcome>>} checks in the order in which they begin */
async function checkAll(checks) {
  const jobs = Object.entries(checks).map(([name, body]) => summary.check.bind(summary, name, body));
  await inLanes(jobs);
}

/** What looks at the files of the workspace comes before the tests, which write some. */
function looks() {
  return {
    'format and lint': () => tool('biome', ['ci', '--colors=off', '--reporter=summary', '.'], 'npx biome check --write .'),
    'unused exports': () =>
      tool('knip', ['--no-progress', '--no-config-hints'], 'remove what nothing uses, or list it in the index.ts of its package'),
  };
}

async function looksAtBuild() {
  // Loaded now: they need packages that the install has brought.
  const { checkPackages } = await import('./check-packages.mjs');
  const { checkRelease } = await import('./check-release.mjs');
  const { checkApi } = await import('./check-api.mjs');
  const sources = ['packages/*/src', 'packages/*/test', 'apps/*/src', 'apps/*/test', 'bench', 'examples', 'scripts'];
  return {
    types: () => tool('turbo', ['run', 'types', '--continue', '--output-logs=errors-only']),
    'import floors': () =>
      tool(
        'depcruise',
        ['--config', '.dependency-cruiser.mjs', ...sources],
        'the rules and their reasons stand in .dependency-cruiser.mjs',
      ),
    'packages as published': checkPackages,
    release: () => checkRelease(),
    'published surface': () => checkApi(),
  };
}

/** The examples begin first, since they take one core, and long. */
async function runs() {
  const { checkDocs } = await import('./check-docs.mjs');
  return {
    'examples, end to end': () => runVitest(['--project=examples']),
    'unit tests': () => runVitest(['--project=!examples']),
    docs: () => checkDocs(),
  };
}

async function settingUp(body) {
  try {
    await body(() => {});
    return { passed: 1, failed: 0 };
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    return { passed: 0, failed: 1, log: error.message };
  }
}

async function tool(program, args, hint) {
  const { code, output } = await run(program, args, { cwd: root, env });
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1, log: output, hint };
}
