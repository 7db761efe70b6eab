import { checkHostile } from './hostile/check-hostile.mjs';
import { Summary } from './lib/summary.mjs';

// `npm run hostile -- [requests for each exporter] [seed]`: `npm test` does the same with few.
const [count = 10_000, seed = 1] = process.argv.slice(2).map(Number);
const summary = new Summary();
const results = checkHostile({ seed, count });
for (const [name, { files, problems }] of Object.entries(results)) {
  await summary.check(name, async () => ({ passed: files - problems.length, failed: problems.length, log: problems.join('\n') }));
}
summary.end();
