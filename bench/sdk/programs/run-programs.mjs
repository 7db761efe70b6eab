// Example programs of the SDKs' own repositories, as they are: recorded, then replayed with the provider down. See docs/sdks.md.
//   npm run bench:programs -- [--only openai-node] [--node 22] [--from <folder>] [--json bench/sdk/programs/results.json]
// The files come from GitHub, each of its pinned commit, or from the clones in <folder>/<owner>/<name>; those that come with a package of npm are installed with it.
import { SetupError } from '../../../scripts/lib/step.mjs';
import { runRows } from '../src/run-rows.mjs';
import { fetchCommit } from './fetch-commit.mjs';
import { measureExample } from './measure-example.mjs';
import { measureShipped } from './measure-shipped.mjs';
import { programs } from './programs.mjs';

try {
  await runRows(
    programs,
    async (program, { from = 'https://github.com' }) =>
      program.client === undefined
        ? measureExample(program, await fetchCommit(from, program.repository, program.commit))
        : measureShipped(program),
    { from: { type: 'string' } },
  );
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
