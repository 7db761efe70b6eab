import { delimiter, join } from 'node:path';
import { chosen } from './lib/chosen.mjs';
import { installTool } from './lib/install-tool.mjs';
import { installNode, nodes } from './lib/nodes.mjs';
import { SetupError } from './lib/step.mjs';
import { Summary } from './lib/summary.mjs';
import { runVitest } from './lib/vitest.mjs';
import { root } from './lib/workspace.mjs';
import { setUp } from './setup.mjs';

// `npm run test:vitests [-- --vitest 5]`: exported tests in each Vitest that is supported, on the oldest Node that it takes, red, green and inconclusive, and the score of a test.
const vitests = { 3: { version: '3.2.7', node: 20 }, 4: { version: '4.1.12', node: 20 }, 5: { version: '5.1.2', node: 22 } };

try {
  const { vitest } = chosen({ vitest: Object.keys(vitests) });
  await setUp((line) => console.log(line));
  const summary = new Summary();
  for (const major of vitest) {
    const { version, node } = vitests[major];
    const onNode = await installNode(node);
    const folder = join(root, '.tools', `vitest-${major}`);
    const withIt = { ...onNode, PATH: [join(folder, 'node_modules', '.bin'), onNode.PATH].join(delimiter) };
    await installTool((line) => console.log(line), { name: 'vitest', version, folder, env: withIt });
    await summary.check(`Vitest ${version}, Node ${nodes[node]}`, () =>
      // Our own Vitest runs the suite, and that one the tests of users.
      runVitest(['packages/export/test/vitest-exporter.test.ts', 'apps/cli/test/score-runners.test.ts'], {
        ...onNode,
        STEPFORK_TEST_VITEST: join(folder, 'node_modules', 'vitest'),
      }),
    );
  }
  summary.end();
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
