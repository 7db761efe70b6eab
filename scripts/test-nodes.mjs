import { delimiter, join } from 'node:path';
import { parseArgs } from 'node:util';
import { installTool } from './lib/install-tool.mjs';
import { SetupError } from './lib/step.mjs';
import { Summary } from './lib/summary.mjs';
import { runVitest } from './lib/vitest.mjs';
import { env, members, root } from './lib/workspace.mjs';
import { setUp } from './setup.mjs';

// `npm run test:nodes [-- --node 22] [-- --only packages/http]`: the unit tests on each Node that is supported, 20 at its oldest.
// Each Node is a package of npm, in a folder of its own in .tools/.
const nodes = { 20: '20.19.0', 22: '22.23.3', 24: '24.21.0' };
const projects = [...members().map(({ folder }) => folder), 'scripts'];

try {
  const { node, only } = chosen();
  await setUp((line) => console.log(line));
  const summary = new Summary();
  for (const major of node) {
    const version = nodes[major];
    const onNode = environmentOf(major);
    await installTool((line) => console.log(line), { name: 'node', version, folder: folderOf(major), env: onNode });
    console.log(`\nNode ${version}`);
    for (const project of only) await summary.check(project, () => runVitest([`${project}/`, '--project=!examples'], onNode));
  }
  summary.end();
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

function chosen() {
  const { values } = parseArgs({ options: { node: { type: 'string', multiple: true }, only: { type: 'string', multiple: true } } });
  return { node: known('--node', values.node, Object.keys(nodes)), only: known('--only', values.only, projects) };
}

/** All where nothing is asked. */
function known(flag, asked, all) {
  const wrong = asked?.find((name) => !all.includes(name));
  if (wrong !== undefined) throw new SetupError(`${flag} ${wrong} is not known.\nNext: one of ${all.join(', ')}.`);
  return asked ?? all;
}

function folderOf(major) {
  return join(root, '.tools', `node-${major}`);
}

/** One in which `node` is that Node, for the tests and for what they start. */
function environmentOf(major) {
  return { ...env, PATH: [join(folderOf(major), 'node_modules', 'node', 'bin'), env.PATH].join(delimiter) };
}
