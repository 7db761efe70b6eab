// Example programs of the SDKs' own repositories, as they are: recorded, then replayed with the provider down. See docs/sdks.md.
//   npm run bench:programs -- --checkouts <folder> [--only openai-node] [--node 22] [--json bench/sdk/programs/results.json]
// In <folder>/<owner>/<name> stands a clone of each repository that has the commit; those that come with a package of npm are run without it.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { runRows } from '../src/run-rows.mjs';
import { measureExample } from './measure-example.mjs';
import { measureShipped } from './measure-shipped.mjs';
import { programs } from './programs.mjs';

await runRows(
  programs,
  (program, { checkouts }) => {
    if (program.client !== undefined) return measureShipped(program);
    const clone = checkouts === undefined ? null : join(checkouts, program.repository);
    if (clone !== null && existsSync(clone)) return measureExample(program, clone);
    throw new Error(`there is no clone of ${program.repository}: name the folder of them by --checkouts`);
  },
  { checkouts: { type: 'string' } },
);
