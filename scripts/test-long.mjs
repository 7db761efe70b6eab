import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { run } from './lib/run.mjs';
import { SetupError } from './lib/step.mjs';
import { Summary } from './lib/summary.mjs';
import { env, root } from './lib/workspace.mjs';
import { setUp } from './setup.mjs';

// `npm run test:long [-- --only fuzz] [-- --seed 2]`: what `npm test` does a few times, many times over.
const tests = join(root, 'packages', 'trace', 'test');
const programs = {
  fuzz: ['fuzz/fuzz.mjs', '--inputs', '1000000'],
  kills: ['kill/kill.mjs', '--kills', '200'],
};

try {
  const { only, seed } = chosen();
  await setUp((line) => console.log(line));
  const summary = new Summary();
  for (const name of only) {
    await summary.check(name, async () => {
      const [program, ...args] = programs[name];
      const { code, output, stdout } = await run(process.execPath, [join(tests, program), ...args, '--seed', seed], { cwd: root, env });
      process.stdout.write(stdout);
      return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1, log: output };
    });
  }
  summary.end();
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

function chosen() {
  const { values } = parseArgs({ options: { only: { type: 'string', multiple: true }, seed: { type: 'string', default: '1' } } });
  const wrong = values.only?.find((name) => !(name in programs));
  if (wrong !== undefined) throw new SetupError(`--only ${wrong} is not known.\nNext: one of ${Object.keys(programs).join(', ')}.`);
  return { only: values.only ?? Object.keys(programs), seed: values.seed };
}
