import { isJsonObject, type Json, type JsonObject } from '@stepfork/trace';
import { listIn } from '../messages/json-parts.ts';
import type { FrameDialect } from './frame-dialect.ts';
import { hasWrittenArguments } from './has-written-arguments.ts';

/** OpenAI's Responses: what has an item in parts is said item by item, and the whole at the end once more. */
export const responsesFrames: FrameDialect = (recorded, answer) => {
  const response = recorded.findLast((event) => isJsonObject(event.response))?.response;
  if (!isJsonObject(response) || !Array.isArray(answer.output) || !listIn(answer, 'output').every(hasWrittenArguments)) return null;
  // Its client wants each item to have one.
  const items = listIn(answer, 'output').map((item, at): Json => (isJsonObject(item) ? { id: `item_${at}`, ...item } : item));
  const whole: JsonObject = { ...response, status: 'completed', ...answer, output: items };
  const open: JsonObject = { ...whole, status: 'in_progress', output: [], usage: null };
  const events: readonly TypedEvent[] = [
    { type: 'response.created', response: open },
    { type: 'response.in_progress', response: open },
    ...items.filter(isJsonObject).flatMap(itemEvents),
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
      return [added({ arguments: '' }), ...saidWhole('function_call_arguments', at, 'arguments', said, { name }), done];
    }
    case 'mcp_call':
      return [added({ arguments: '' }), ...saidWhole('mcp_call_arguments', at, 'arguments', item.arguments ?? '{}'), done];
    case 'custom_tool_call':
      return [added({ input: '' }), ...saidWhole('custom_tool_call_input', at, 'input', item.input ?? ''), done];
    case 'reasoning': {
      const summary = listIn(item, 'summary').filter(isJsonObject);
      const thoughts = listIn(item, 'content').filter(isJsonObject);
      return [
        added({ summary: [], ...(item.content !== undefined && { content: [] }) }),
        ...summary.flatMap((part, place) => summaryEvents(part, { ...at, summary_index: place })),
        ...thoughts.flatMap((part, place) => partEvents(part, { ...at, content_index: place })),
        done,
      ];
    }
    default:
      return [{ type: 'response.output_item.added', output_index, item }, done];
  }
}

/** A text in one piece, and once more as it ended. */
function saidWhole(name: string, at: JsonObject, key: string, said: Json, more: JsonObject = {}): readonly TypedEvent[] {
  return [
    { type: `response.${name}.delta`, ...at, delta: said },
    { type: `response.${name}.done`, ...at, ...more, [key]: said },
  ];
}

function summaryEvents(part: JsonObject, at: JsonObject): readonly TypedEvent[] {
  return [
    { type: 'response.reasoning_summary_part.added', ...at, part: { ...part, text: '' } },
    ...saidWhole('reasoning_summary_text', at, 'text', part.text ?? ''),
    { type: 'response.reasoning_summary_part.done', ...at, part },
  ];
}

/** Of a message or of a thought: what the part is called, and in which field it says it. */
const saidIn: Readonly<Record<string, readonly [name: string, key: string]>> = {
  refusal: ['refusal', 'refusal'],
  reasoning_text: ['reasoning_text', 'text'],
};

function partEvents(part: JsonObject, at: JsonObject): readonly TypedEvent[] {
  const [name, key] = saidIn[String(part.type)] ?? ['output_text', 'text'];
  const annotations = listIn(part, 'annotations');
  const empty = { ...part, [key]: '', ...(annotations.length > 0 && { annotations: [] }) };
  return [
    { type: 'response.content_part.added', ...at, part: empty },
    ...saidWhole(name, at, key, part[key] ?? ''),
    ...annotations.map((annotation, place) => {
      return { type: 'response.output_text.annotation.added', ...at, annotation_index: place, annotation };
    }),
    { type: 'response.content_part.done', ...at, part },
  ];
}
