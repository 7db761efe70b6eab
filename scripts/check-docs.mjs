import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { compatibilityParts } from './docs/compatibility.mjs';
import { findDrift } from './docs/drift.mjs';
import { executePage } from './docs/execute.mjs';
import { readPages } from './docs/pages.mjs';
import { traceFormatParts } from './docs/trace-format.mjs';
import { inLanes } from './lib/in-lanes.mjs';
import { SetupError } from './lib/step.mjs';

/**
 * Whether the pages say what is so: facts come from package.json files, links lead somewhere, every block was executed.
 *
 * @param {{ write?: boolean, only?: readonly string[] }} options `only`: pages to execute, by path; none: all of them. Facts are checked of all.
 * @returns {Promise<import('./lib/summary.mjs').Outcome>} one count for each kind of fact and for each block
 */
export async function checkDocs({ write = false, only = [] } = {}) {
  const pages = readPages();
  const executing = only.length === 0 ? pages : only.map((path) => pageAt(path, pages));
  const facts = Object.values(findDrift(pages, { write, parts: { ...(await traceFormatParts()), ...(await compatibilityParts()) } }));
  const problems = facts.flat();
  let passed = facts.filter((wrong) => wrong.length === 0).length;
  for (const executed of await inLanes(executing.map((page) => () => executePage(page)))) {
    passed += executed.passed;
    problems.push(...executed.problems);
  }
  return { passed, failed: problems.length, log: problems.join('\n') };
}

function pageAt(path, pages) {
  const page = pages.find((one) => one.path === path);
  if (page === undefined) throw new SetupError(`There is no page ${path}.\nNext: name it from the root, as docs/minimize.md.`);
  return page;
}

const usage = `node scripts/check-docs.mjs [--write] [<page> …]

Checks facts and links of all pages, and executes the blocks of those that are named, of all if none is.
  --write  brings tables up to date that come from package.json files and measurements`;

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  try {
    const { values, positionals } = parseArgs({
      options: { write: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
      allowPositionals: true,
    });
    if (values.help) console.log(usage);
    else await main({ write: values.write ?? false, only: positionals });
  } catch (error) {
    if (!(error instanceof SetupError) && error.code !== 'ERR_PARSE_ARGS_UNKNOWN_OPTION') throw error;
    console.error(error.message);
    process.exitCode = 2;
  }
}

async function main(options) {
  const { passed, failed, log } = await checkDocs(options);
  if (log) console.log(log);
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}
