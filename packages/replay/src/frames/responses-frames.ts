import { isJsonObject, type JsonObject } from '@stepfork/trace';
import { listIn } from '../messages/json-parts.ts';
import type { FrameDialect } from './frame-dialect.ts';

/** OpenAI's Responses: what has an item in parts is said item by item, and the whole at the end once more. */
export const responsesFrames: FrameDialect = (recorded, answer) => {
  const response = recorded.findLast((event) => isJsonObject(event.response))?.response;
  if (!isJsonObject(response) || !Array.isArray(answer.output)) return null;
  const whole: JsonObject = { ...response, status: 'completed', ...answer };
  const open: JsonObject = { ...whole, status: 'in_progress', output: [], usage: null };
  const events: readonly TypedEvent[] = [
    { type: 'response.created', response: open },
    { type: 'response.in_progress', response: open },
    ...listIn(answer, 'output').filter(isJsonObject).flatMap(itemEvents),
    { type: `response.${whole.status}`, response: whole },
  ];
  return events.map(({ type, ...fields }, at) => ({ event: type, data: { type, sequence_number: at, ...fields } }));
};

interface TypedEvent extends JsonObject {
  readonly type: string;
}

function itemEvents(item: JsonObject, output_index: number): readonly TypedEvent[] {
  const at = { output_index, ...(item.id !== undefined && { item_id: item.id }) };
  const added = (empty: JsonObject): TypedEvent => {
    return { type: 'response.output_item.added', output_index, item: { ...item, status: 'in_progress', ...empty } };
  };
  const done: TypedEvent = { type: 'response.output_item.done', output_index, item };
  switch (item.type) {
    case 'message': {
      const parts = listIn(item, 'content').filter(isJsonObject);
      return [added({ content: [] }), ...parts.flatMap((part, place) => partEvents(part, { ...at, content_index: place })), done];
    }
    case 'function_call': {
      const { name = '', arguments: said = '{}' } = item;
      return [
        added({ arguments: '' }),
        { type: 'response.function_call_arguments.delta', ...at, delta: said },
        { type: 'response.function_call_arguments.done', ...at, name, arguments: said },
        done,
      ];
    }
    default:
      return [{ type: 'response.output_item.added', output_index, item }, done];
  }
}

function partEvents(part: JsonObject, at: JsonObject): readonly TypedEvent[] {
  const [key, name] = part.type === 'refusal' ? (['refusal', 'refusal'] as const) : (['text', 'output_text'] as const);
  const text = part[key] ?? '';
  return [
    { type: 'response.content_part.added', ...at, part: { ...part, [key]: '' } },
    { type: `response.${name}.delta`, ...at, delta: text },
    { type: `response.${name}.done`, ...at, [key]: text },
    { type: 'response.content_part.done', ...at, part },
  ];
}
