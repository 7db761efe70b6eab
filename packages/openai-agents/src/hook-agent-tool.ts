import { currentRun, hookedTool } from '@stepfork/interceptor';
import { argumentsOf } from './arguments-of.ts';

/** What `asTool()` of an agent gives. */
export interface AgentTool {
  readonly name: string;
  invoke: (context: unknown, args: string, ...rest: readonly unknown[]) => unknown;
}

/** An agent that another one uses as a tool is a call, and what it asks models and tools is inside of it. */
export function hookAgentTool(made: AgentTool): AgentTool {
  const { name, invoke } = made;
  interface Passed {
    readonly context: unknown;
    readonly args: string;
    readonly rest: readonly unknown[];
  }
  const call = hookedTool(name, function body(this: Passed, _input: unknown) {
    return invoke.call(made, this.context, this.args, ...this.rest);
  });
  made.invoke = (context, args, ...rest) =>
    currentRun() === null ? invoke.call(made, context, args, ...rest) : call.call({ context, args, rest }, argumentsOf(args));
  return made;
}
