import { isJsonObject, type Json, type JsonObject } from '@stepfork/trace';
import { listIn, textIn } from '../messages/json-parts.ts';
import { messageRequest } from '../messages/message-request.ts';

/** What an agent tells a model that a tool has answered. */
export interface ToldResult {
  /** The id of the call; `null`: the API knows none. */
  readonly id: string | null;
  /** `null`: the API does not repeat it. */
  readonly name: string | null;
  readonly value: Json;
}

/**
 * The results in a request. A conversation is sent whole each time: of those with one id the last one counts, of those without an id only what
 * stands behind the last message of the model, where the new ones are.
 */
export function toldResults(request: Json): readonly ToldResult[] {
  const items = ['messages', 'input', 'contents', 'prompt'].flatMap((key) => listIn(messageRequest(request), key)).filter(isJsonObject);
  const last = items.findLastIndex(({ role }) => role === 'assistant' || role === 'model');
  const told = items.flatMap((item, at) => ofItem(item).filter(({ id }) => id !== null || at > last));
  return [...new Map(told.map((one) => [one.id ?? one, one])).values()];
}

function ofItem(item: JsonObject): readonly ToldResult[] {
  const { role, type, content = null } = item;
  const parts = [...listIn(item, 'content'), ...listIn(item, 'parts')].flatMap((part) => (isJsonObject(part) ? ofPart(part) : []));
  if (parts.length > 0) return parts;
  if (role === 'tool') {
    return [{ id: textIn(item.tool_call_id ?? item.toolCallId), name: textIn(item.tool_name ?? item.name), value: content }];
  }
  const isOutput = typeof type === 'string' && type.endsWith('_call_output');
  return isOutput ? [{ id: textIn(item.call_id), name: null, value: item.output ?? null }] : [];
}

function ofPart(part: JsonObject): readonly ToldResult[] {
  const { type } = part;
  const response = part.functionResponse ?? part.function_response;
  if (isJsonObject(response)) return [{ id: textIn(response.id), name: textIn(response.name), value: response.response ?? null }];
  if (type === 'tool_result') return [{ id: textIn(part.tool_use_id), name: null, value: part.content ?? null }];
  if (type === 'tool-result')
    return [{ id: textIn(part.toolCallId), name: textIn(part.toolName), value: part.output ?? part.result ?? null }];
  return [];
}
