import { chosen } from './lib/chosen.mjs';
import { installNode, nodes } from './lib/nodes.mjs';
import { SetupError } from './lib/step.mjs';
import { Summary } from './lib/summary.mjs';
import { runVitest } from './lib/vitest.mjs';
import { members } from './lib/workspace.mjs';
import { setUp } from './setup.mjs';

// `npm run test:nodes [-- --node 22] [-- --only packages/http]`: the unit tests on each Node that is supported.
try {
  const { node, only } = chosen({ node: Object.keys(nodes), only: [...members().map(({ folder }) => folder), 'scripts'] });
  await setUp((line) => console.log(line));
  const summary = new Summary();
  for (const major of node) {
    const onNode = await installNode(major);
    console.log(`\nNode ${nodes[major]}`);
    for (const project of only) await summary.check(project, () => runVitest([`${project}/`, '--project=!examples'], onNode));
  }
  summary.end();
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
