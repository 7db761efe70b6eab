import { isJsonObject, type Json, type JsonObject, type Outcome } from '@stepfork/trace';
import { listIn, textIn } from '../messages/json-parts.ts';
import { answerItem, chunksOf, placed } from './answer-parts.ts';
import type { AnsweredItem, IdDialect } from './id-dialect.ts';

/** Anthropic's Messages. */
export const anthropicIds: IdDialect = {
  asked: [
    ['messages', '*', 'content', '*', 'id'],
    ['messages', '*', 'content', '*', 'tool_use_id'],
    ['thread', 'previous_message_id'],
  ],
  idKeys: ['id'],
  itemsOf(outcome) {
    if (outcome.kind !== 'returned') return streamed(outcome);
    const { value } = outcome;
    const items = placed('content', listIn(value, 'content'));
    return withAnswer(isJsonObject(value) && value.role === 'assistant' ? value.id : undefined, items, false);
  },
};

function withAnswer(id: Json | undefined, items: readonly AnsweredItem[], isCut: boolean): readonly AnsweredItem[] {
  const answer = answerItem(id, items, anthropicIds, isCut);
  return answer === null ? items : [...items, answer];
}

/** What is said of a block after its start. */
const pieces = ['partial_json', 'text', 'thinking', 'signature'] as const;

function streamed(outcome: Outcome): readonly AnsweredItem[] {
  const blocks = new Map<Json, { readonly item: JsonObject; readonly said: Map<string, string> }>();
  let id: Json | undefined;
  let isCut = true;
  for (const { type, index = null, content_block: block, delta, message } of chunksOf(outcome)) {
    if (type === 'message_start' && isJsonObject(message)) id = message.id;
    if (type === 'message_stop') isCut = false;
    if (type === 'content_block_start' && isJsonObject(block)) blocks.set(index, { item: block, said: new Map([['partial_json', '']]) });
    const open = blocks.get(index);
    if (type !== 'content_block_delta' || open === undefined || !isJsonObject(delta)) continue;
    for (const key of pieces) {
      const piece = textIn(delta[key]);
      if (piece !== null) open.said.set(key, (open.said.get(key) ?? '') + piece);
    }
  }
  const items = [...blocks].map(([index, { item, said }]) => ({
    place: `content/${index}`,
    item: { ...item, ...Object.fromEntries(said) },
  }));
  return withAnswer(id, items, isCut);
}
