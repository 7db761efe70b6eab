// Stryker with its tap runner, as a library, in the folder of a project: `run-stryker.mjs <test file> <answer file> [dry]`.
import { writeFileSync } from 'node:fs';
import { Stryker } from '@stryker-mutator/core';

const [test, answer, dry] = process.argv.slice(2);
const stryker = new Stryker({
  mutate: ['src/agent.mjs'],
  testRunner: 'tap',
  tap: { testFiles: [test] },
  plugins: [import.meta.resolve('@stryker-mutator/tap-runner')],
  reporters: [],
  concurrency: 2,
  // A machine that is busy is slow: no mutant of the agent takes long.
  timeoutMS: 120_000,
  ...{ logLevel: 'off', fileLogLevel: 'off', allowConsoleColors: false, disableTypeChecks: false },
  dryRunOnly: dry === 'dry',
});
const results = await stryker.runMutationTest();
writeFileSync(
  answer,
  JSON.stringify(results.map(({ location, mutatorName, replacement, status }) => ({ location, mutatorName, replacement, status }))),
);
// Its plugins keep the process alive.
process.exit(0);
