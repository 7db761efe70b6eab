import { run } from './lib/run.mjs';
import { SetupError } from './lib/step.mjs';
import { Summary } from './lib/summary.mjs';
import { runVitest } from './lib/vitest.mjs';
import { env, root } from './lib/workspace.mjs';
import { buildWorkspace, installWorkspace } from './setup.mjs';

// `npm test`: everything that must hold, on a fresh clone too. What does not need the build runs also where the build failed.
const summary = new Summary();
const sources = ['packages/*/src', 'packages/*/test', 'apps/*/src', 'apps/*/test', 'bench', 'examples', 'scripts'];

if (!(await summary.check('install', () => settingUp(installWorkspace)))) {
  summary.end();
} else {
  const built = await summary.check('build', () => settingUp(buildWorkspace));
  await summary.check('format and lint', () =>
    tool('biome', ['ci', '--colors=off', '--reporter=summary', '.'], 'npx biome check --write .'),
  );
  await summary.check('unused exports', () =>
    tool('knip', ['--no-progress', '--no-config-hints'], 'remove what nothing uses, or list it in the index.ts of its package'),
  );
  // Loaded now: they need packages that the install has brought.
  const { checkPackages } = await import('./check-packages.mjs');
  const { checkRelease } = await import('./check-release.mjs');
  const { checkApi } = await import('./check-api.mjs');
  const { checkDocs } = await import('./check-docs.mjs');
  for (const [name, body] of [
    [
      'import floors',
      () =>
        tool(
          'depcruise',
          ['--config', '.dependency-cruiser.mjs', ...sources],
          'the rules and their reasons stand in .dependency-cruiser.mjs',
        ),
    ],
    ['packages as published', checkPackages],
    ['release', () => checkRelease()],
    ['published surface', () => checkApi()],
    ['types', () => tool('turbo', ['run', 'types', '--continue', '--output-logs=errors-only'])],
    ['unit tests', () => runVitest(['--project=!examples'])],
    ['examples, end to end', () => runVitest(['--project=examples'])],
    ['docs', () => checkDocs()],
  ]) {
    if (built) await summary.check(name, body);
    else summary.skip(name, 'the build failed');
  }
  summary.end();
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
