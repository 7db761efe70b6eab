import type { ModuleExports, ModulePatch } from '@stepfork/interceptor';
import { type AgentTool, hookAgentTool } from './hook-agent-tool.ts';
import { type Handoff, hookHandoff } from './hook-handoff.ts';
import { recordedTool, type ToolFunction } from './recorded-tool.ts';

/** Where agents of the SDK get their tools, hand over to each other, and become tools themselves. For `patchModules`. */
export const openaiAgentsPatches: readonly ModulePatch[] = [
  { package: '@openai/agents-core', entry: '.', from: '0.1.0', names: ['tool'], patch },
];

type Method = (this: unknown, ...args: readonly unknown[]) => unknown;

function patch({ tool, Agent }: ModuleExports): ModuleExports {
  // Asked for whenever a model is told what it may call.
  after(Agent, 'getEnabledHandoffs', async (handoffs) => {
    const all = (await handoffs) as readonly Handoff[];
    for (const one of all) hookHandoff(one);
    return all;
  });
  after(Agent, 'asTool', (made) => hookAgentTool(made as AgentTool));
  return { tool: recordedTool(tool as ToolFunction, () => 'hooked') };
}

/** A method returns what is made of its own answer. */
function after(Class: unknown, name: string, then: (returned: unknown) => unknown): void {
  const { prototype } = Class as { readonly prototype: Record<string, Method | undefined> };
  const method = prototype[name];
  if (method === undefined) return;
  prototype[name] = function stepforkAfter(this: unknown, ...args) {
    return then(Reflect.apply(method, this, args));
  };
}
