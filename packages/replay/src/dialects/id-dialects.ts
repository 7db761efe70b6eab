import { aiSdkIds } from './ai-sdk-ids.ts';
import { anthropicIds } from './anthropic-ids.ts';
import { chatIds } from './chat-ids.ts';
import { geminiIds } from './gemini-ids.ts';
import type { IdDialect } from './id-dialect.ts';
import { responsesIds } from './responses-ids.ts';

/**
 * The APIs whose ids are compared by who minted them: OpenAI's chat completions and what has learnt from them (Ollama too), the same in camelCase as SDKs
 * write it, OpenAI's Responses, Anthropic's Messages, Gemini, the AI SDK's own form.
 */
export const idDialects: readonly IdDialect[] = [
  chatIds('tool_calls', 'tool_call_id'),
  chatIds('toolCalls', 'toolCallId'),
  responsesIds,
  anthropicIds,
  geminiIds,
  aiSdkIds,
];
