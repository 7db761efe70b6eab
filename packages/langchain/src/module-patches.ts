import type { ModuleExports, ModulePatch } from '@stepfork/interceptor';
import { hookTool, isTool } from './hook-tool.ts';
import { keepClasses } from './plain-answer.ts';

/** Where LangChain runs a tool, whoever made it: agents, the tool node of LangGraph, chains and loops all come through here. For `patchModules`. */
export const langchainPatches: readonly ModulePatch[] = [
  { package: '@langchain/core', entry: './tools', from: '0.3.0', names: [], meetsTools: 'when-called', patch: patchTools },
  classesOf('messages', { package: '@langchain/core', entry: './messages', from: '0.3.0' }),
  classesOf('langgraph', { package: '@langchain/langgraph', entry: '.', from: '0.2.0' }),
];

function classesOf(of: 'messages' | 'langgraph', target: Pick<ModulePatch, 'package' | 'entry' | 'from'>): ModulePatch {
  return {
    ...target,
    names: [],
    patch(exports) {
      keepClasses(of, exports);
      return {};
    },
  };
}

interface ToolClass {
  readonly prototype: { call: (this: unknown, ...args: readonly unknown[]) => unknown };
}

function patchTools({ StructuredTool }: ModuleExports): ModuleExports {
  const { prototype } = StructuredTool as ToolClass;
  const { call } = prototype;
  prototype.call = function stepforkCall(this: unknown, ...args: readonly unknown[]): unknown {
    if (isTool(this)) hookTool(this, 'hooked');
    return Reflect.apply(call, this, args);
  };
  return {};
}
