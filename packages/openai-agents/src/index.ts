export { openaiAgentsPatches } from './module-patches.ts';
export { type WrapToolOptions, wrapTool } from './wrap-tool.ts';
