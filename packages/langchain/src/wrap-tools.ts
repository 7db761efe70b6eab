import { StepforkError } from '@stepfork/trace';
import { hookTool, isTool } from './hook-tool.ts';

export interface WrapToolsOptions {
  /** Names of tools that change the world: no replay ever runs their bodies. */
  readonly effects?: readonly string[];
  /** Names of reads that no effect of this agent changes. */
  readonly stable?: readonly string[];
}

/**
 * The same tools, whose calls are recorded from now on, under their names. What is no tool that LangChain runs stays what it is.
 *
 * @throws StepforkError if the options speak of a tool that is not there.
 */
export function wrapTools<T extends readonly unknown[]>(tools: T, { effects = [], stable = [] }: WrapToolsOptions = {}): T {
  const own = tools.filter(isTool);
  for (const name of [...effects, ...stable]) {
    if (own.some((one) => one.name === name)) continue;
    throw new StepforkError(
      'STEPFORK_BOUNDARY',
      `The tool ${name} cannot be declared an effect or stable: there is no tool of that name.`,
      {
        hint: `Name one of these: ${own.map((one) => one.name).join(', ') || '(none)'}.`,
      },
    );
  }
  for (const one of own) hookTool(one, { effect: effects.includes(one.name), stable: stable.includes(one.name) });
  return tools;
}
