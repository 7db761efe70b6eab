export { type ListedTool, listedTools } from './listed-tools.ts';
export type { AskedCall } from './observed/asked-call.ts';
export { type ObservedCall, observedCalls } from './observed/observed-calls.ts';
export { observedToolsIn } from './observed/observed-tools.ts';
export { type PromptPair, pairPrompts } from './pair-prompts.ts';
export { type Prompt, promptsOf } from './prompts-of.ts';
