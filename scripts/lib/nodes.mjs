import { delimiter, join } from 'node:path';
import { installTool } from './install-tool.mjs';
import { env, root } from './workspace.mjs';

/** The supported lines of Node, 20 at its oldest. */
export const nodes = { 20: '20.19.0', 22: '22.23.3', 24: '24.21.0', 26: '26.10.0' };

/**
 * One of them, from npm, in a folder of its own in `.tools/`.
 *
 * @param {keyof typeof nodes} major
 * @returns {Promise<NodeJS.ProcessEnv>} an environment in which `node` is that Node, for the tests and for what they start
 */
export async function installNode(major) {
  const folder = join(root, '.tools', `node-${major}`);
  const onNode = { ...env, PATH: [join(folder, 'node_modules', 'node', 'bin'), env.PATH].join(delimiter) };
  await installTool((line) => console.log(line), { name: 'node', version: nodes[major], folder, env: onNode });
  return onNode;
}
