import { pathToFileURL } from 'node:url';
import { compatibilityParts } from './docs/compatibility.mjs';
import { findDrift } from './docs/drift.mjs';
import { executePage } from './docs/execute.mjs';
import { readPages } from './docs/pages.mjs';
import { traceFormatParts } from './docs/trace-format.mjs';
import { inLanes } from './lib/in-lanes.mjs';

/**
 * Whether the pages say what is so: facts come from package.json files, links lead somewhere, every block was executed.
 *
 * @param {{ write?: boolean }} options
 * @returns {Promise<import('./lib/summary.mjs').Outcome>} one count for each kind of fact and for each block
 */
export async function checkDocs({ write = false } = {}) {
  const pages = readPages();
  const facts = Object.values(findDrift(pages, { write, parts: { ...(await traceFormatParts()), ...(await compatibilityParts()) } }));
  const problems = facts.flat();
  let passed = facts.filter((wrong) => wrong.length === 0).length;
  for (const executed of await inLanes(pages.map((page) => () => executePage(page)))) {
    passed += executed.passed;
    problems.push(...executed.problems);
  }
  return { passed, failed: problems.length, log: problems.join('\n') };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { passed, failed, log } = await checkDocs({ write: process.argv.includes('--write') });
  if (log) console.log(log);
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}
