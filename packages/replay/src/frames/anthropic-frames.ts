import { isJsonObject, type JsonObject } from '@stepfork/trace';
import { listIn, textIn } from '../messages/json-parts.ts';
import type { FrameDialect } from './frame-dialect.ts';

/** Anthropic's Messages: a block is opened empty, said, and closed. */
export const anthropicFrames: FrameDialect = (recorded, answer) => {
  const message = recorded.find(({ type }) => type === 'message_start')?.message;
  if (!isJsonObject(message) || !Array.isArray(answer.content)) return null;
  const blocks = listIn(answer, 'content').filter(isJsonObject);
  const { stop_reason: reason, stop_sequence = null, stop_details, container, usage } = answer;
  const counted = recorded.find(({ type }) => type === 'message_delta')?.usage;
  const opened = { ...message, ...answer, content: [], stop_reason: null, stop_sequence: null };
  const ended = {
    stop_reason: reason ?? (blocks.some(({ type }) => type === 'tool_use') ? 'tool_use' : 'end_turn'),
    stop_sequence,
    ...(stop_details !== undefined && { stop_details }),
    ...(container !== undefined && { container }),
  };
  return [
    frame('message_start', { message: opened }),
    ...blocks.flatMap(blockFrames),
    frame('message_delta', { delta: ended, usage: usage ?? counted ?? { output_tokens: 0 } }),
    frame('message_stop', {}),
  ];
};

function frame(type: string, fields: JsonObject): JsonObject {
  return { event: type, data: { type, ...fields } };
}

function blockFrames(block: JsonObject, index: number): readonly JsonObject[] {
  const { opened, deltas } = inPieces(block);
  return [
    frame('content_block_start', { index, content_block: opened }),
    ...deltas.map((delta) => frame('content_block_delta', { index, delta })),
    frame('content_block_stop', { index }),
  ];
}

/** What is no text and no call comes whole, with its start. */
function inPieces(block: JsonObject): { readonly opened: JsonObject; readonly deltas: readonly JsonObject[] } {
  switch (block.type) {
    case 'text': {
      const { citations, ...plain } = block;
      const cited = listIn(block, 'citations').map((citation) => ({ type: 'citations_delta', citation }));
      const opened = { ...plain, text: '', ...(citations !== undefined && { citations: citations === null ? null : [] }) };
      return { opened, deltas: [{ type: 'text_delta', text: textIn(block.text) ?? '' }, ...cited] };
    }
    case 'tool_use':
    case 'server_tool_use':
    case 'mcp_tool_use':
      return { opened: { ...block, input: {} }, deltas: [{ type: 'input_json_delta', partial_json: JSON.stringify(block.input ?? {}) }] };
    case 'thinking': {
      const said = [{ type: 'thinking_delta', thinking: textIn(block.thinking) ?? '' }];
      const signature = textIn(block.signature);
      const signed = signature === null ? [] : [{ type: 'signature_delta', signature }];
      return { opened: { ...block, thinking: '', signature: '' }, deltas: [...said, ...signed] };
    }
    default:
      return { opened: block, deltas: [] };
  }
}
