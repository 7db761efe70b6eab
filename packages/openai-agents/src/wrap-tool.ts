import { type DeclaredTools, recordedTool, type ToolFunction } from './recorded-tool.ts';

export interface WrapToolOptions {
  /** Names of tools that change the world: no replay ever runs their bodies. */
  readonly effects?: readonly string[];
  /** Names of reads that no effect of this agent changes. */
  readonly stable?: readonly string[];
}

/** `tool()` of the SDK, whose tools are recorded: `const tool = wrapTool(agents.tool, { effects: ['issue_refund'] })`. */
export function wrapTool<Tool>(tool: Tool, { effects = [], stable = [] }: WrapToolOptions = {}): Tool {
  const declared: DeclaredTools = (name) => ({ effect: effects.includes(name), stable: stable.includes(name) });
  return recordedTool(tool as ToolFunction, declared) as Tool;
}
