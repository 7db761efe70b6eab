import { pathToFileURL } from 'node:url';
import { buildWorkspace } from './setup.mjs';

/** Packages whose published surface changes only when somebody means it. */
const frozen = { 'packages/trace': ['index', 'file'] };

/**
 * Whether what is built publishes what the reports in the repository say.
 *
 * @param {{ write?: boolean }} options
 * @returns {Promise<import('./lib/summary.mjs').Outcome>}
 */
export async function checkApi({ write = false } = {}) {
  // Only here: before the installation it is not there.
  const { checkReports } = await import('./lib/api-report.mjs');
  const outcomes = Object.entries(frozen).map(([folder, entries]) => checkReports(folder, entries, { write }));
  return {
    passed: outcomes.reduce((sum, { passed }) => sum + passed, 0),
    failed: outcomes.reduce((sum, { failed }) => sum + failed, 0),
    log: outcomes.map(({ log }) => log).join('\n'),
    hint: 'if the change is meant: npm run api, and commit the reports',
  };
}

// `npm run api`: builds, and writes the reports.
if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await buildWorkspace(console.log);
  const { passed, failed, log } = await checkApi({ write: true });
  if (log.trim() !== '') console.log(log);
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}
