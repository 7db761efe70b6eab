import { currentRun, hookedTool } from '@stepfork/interceptor';
import { argumentsOf } from './arguments-of.ts';

type Invoke = (context: unknown, args: string) => unknown;

/** How one agent hands over to another, as far as it matters here. */
export interface Handoff {
  readonly toolName: string;
  readonly agent: { readonly name: string };
  onInvokeHandoff: Invoke;
}

const hooked = new WeakSet<Handoff>();

/**
 * From now on a handoff is a call of the tool that models know it by. It answers with the name of the agent that takes over, as the SDK tells the model. In a
 * replay `onHandoff` of the agent does not run; who takes over is the agent of this handoff.
 */
export function hookHandoff(self: Handoff): void {
  if (hooked.has(self)) return;
  hooked.add(self);
  const { onInvokeHandoff: invoke } = self;
  const taken = new WeakMap<object, unknown>();
  const call = hookedTool(self.toolName, async function body(this: { readonly context: unknown; readonly args: string }, _input: unknown) {
    const agent = (await invoke.call(self, this.context, this.args)) as { readonly name: string };
    const answer = { assistant: agent.name };
    taken.set(answer, agent);
    return answer;
  });
  self.onInvokeHandoff = async (context, args) => {
    if (currentRun() === null) return invoke.call(self, context, args);
    const answer = await call.call({ context, args }, argumentsOf(args));
    return taken.get(answer) ?? self.agent;
  };
}
