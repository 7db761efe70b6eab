import { isJsonObject, type Json, type JsonObject, type Outcome } from '@stepfork/trace';
import { listIn } from '../messages/json-parts.ts';
import { answerItem, chunksOf, placed } from './answer-parts.ts';
import type { AnsweredItem, IdDialect } from './id-dialect.ts';

/** OpenAI's Responses. */
export const responsesIds: IdDialect = {
  asked: [['input', '*', 'call_id'], ['input', '*', 'id'], ['previous_response_id']],
  idKeys: ['id', 'call_id'],
  itemsOf(outcome) {
    const { id, items, isCut } = outcome.kind === 'returned' ? whole(outcome.value) : streamed(outcome);
    const answer = answerItem(id, items, responsesIds, isCut);
    return answer === null ? items : [...items, answer];
  },
};

interface Answer {
  readonly id: Json | undefined;
  readonly items: readonly AnsweredItem[];
  readonly isCut: boolean;
}

function whole(answer: Json): Answer {
  const isResponse = isJsonObject(answer) && Array.isArray(answer.output);
  return { id: isResponse ? answer.id : undefined, items: placed('output', listIn(answer, 'output')), isCut: false };
}

function streamed(outcome: Outcome): Answer {
  const items = new Map<string, AnsweredItem>();
  let response: JsonObject | null = null;
  let isCut = true;
  for (const chunk of chunksOf(outcome)) {
    const { type, output_index: index, item } = chunk;
    const place = `output/${index}`;
    if (isJsonObject(chunk.response)) response = chunk.response;
    if (type === 'response.output_item.added' && isJsonObject(item)) items.set(place, { place, item, isCut: true });
    if (type === 'response.output_item.done' && isJsonObject(item)) items.set(place, { place, item });
    if (type !== 'response.completed') continue;
    isCut = false;
    for (const one of placed('output', listIn(response, 'output'))) items.set(one.place, one);
  }
  return { id: response?.id, items: [...items.values()], isCut };
}
