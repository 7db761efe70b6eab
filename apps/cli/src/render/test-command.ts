import type { Exporter } from '@stepfork/export';
import type { AgentRef } from '../agent/agent-ref.ts';

/** How an exported test is run, and the packages that make its runner read the agent. */
interface TestCommand {
  readonly command: readonly string[];
  readonly loaders: readonly string[];
}

/** Node's own runner loads the agent as it is: one in TypeScript needs a loader where this Node does not read that. */
export function testCommand(
  { command = [] }: Pick<Exporter, 'command'>,
  { file }: Pick<AgentRef, 'file'>,
  features: object = process.features,
): TestCommand {
  const [program, ...args] = command;
  const readsTypes = 'typescript' in features && Boolean(features.typescript);
  if (program !== 'node' || readsTypes || !/\.[cm]?tsx?$/.test(file)) return { command, loaders: [] };
  return { command: [program, '--import', 'tsx', ...args], loaders: ['tsx'] };
}
