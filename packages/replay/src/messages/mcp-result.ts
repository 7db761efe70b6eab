import { isJsonObject, type Json, type Outcome } from '@stepfork/trace';

/** What a server of MCP answered, whole or after its progress; `undefined`: nothing, or an error. */
export function mcpResult(outcome: Outcome): Json | undefined {
  if (outcome.kind === 'returned') return outcome.value;
  const last = outcome.kind === 'streamed' ? outcome.chunks.at(-1)?.value : undefined;
  return isJsonObject(last) ? last.result : undefined;
}
