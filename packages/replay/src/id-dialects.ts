import type { Json, JsonObject, Outcome } from '@stepfork/trace';
import type { AnsweredItem, IdDialect } from './id-dialect.ts';

const anthropic: IdDialect = {
  asked: [
    ['messages', '*', 'content', '*', 'id'],
    ['messages', '*', 'content', '*', 'tool_use_id'],
  ],
  idKeys: ['id'],
  itemsOf(outcome) {
    if (outcome.kind === 'returned') return placed('content', listIn(outcome.value, 'content'));
    const blocks = new Map<Json, { item: JsonObject; text: string }>();
    for (const chunk of chunksOf(outcome)) {
      const { type, index = null, content_block: block, delta } = chunk;
      if (type === 'content_block_start' && isObject(block)) blocks.set(index, { item: block, text: '' });
      const open = blocks.get(index);
      if (type === 'content_block_delta' && open !== undefined && isObject(delta)) open.text += textIn(delta, 'partial_json');
    }
    return [...blocks].map(([index, { item, text }]) => ({ place: `content/${index}`, item: { ...item, partial_json: text } }));
  },
};

const responses: IdDialect = {
  asked: [
    ['input', '*', 'call_id'],
    ['input', '*', 'id'],
  ],
  idKeys: ['id', 'call_id'],
  itemsOf(outcome) {
    if (outcome.kind === 'returned') return placed('output', listIn(outcome.value, 'output'));
    const items = new Map<string, AnsweredItem>();
    for (const chunk of chunksOf(outcome)) {
      const { type, output_index: index, item, response = null } = chunk;
      const place = `output/${index}`;
      if (type === 'response.output_item.added' && isObject(item)) items.set(place, { place, item, isCut: true });
      if (type === 'response.output_item.done' && isObject(item)) items.set(place, { place, item });
      if (type === 'response.completed') for (const whole of placed('output', listIn(response, 'output'))) items.set(whole.place, whole);
    }
    return [...items.values()];
  },
};

/** The prompts and answers of models of the AI SDK. Its adapter for OpenAI also sends back the ids of items. */
const aiSdk: IdDialect = {
  asked: [
    ['prompt', '*', 'content', '*', 'toolCallId'],
    ['prompt', '*', 'content', '*', 'providerOptions', 'openai', 'itemId'],
  ],
  idKeys: ['toolCallId', 'itemId'],
  itemsOf(outcome) {
    const parts = outcome.kind === 'returned' ? listIn(outcome.value, 'content').filter(isObject) : chunksOf(outcome);
    const calls = parts.filter(({ type, providerExecuted }) => type === 'tool-call' && providerExecuted !== true);
    // What a model says comes whole or in deltas: of that only its id is looked at, which opens it.
    const texts = parts.flatMap((part) => {
      const itemId = itemIdOf(part);
      const said = /^(text|reasoning)(?:-start)?$/.exec(String(part.type))?.[1];
      return said !== undefined && itemId !== null ? [{ type: said, itemId }] : [];
    });
    return [
      ...placed(
        'tool-calls',
        calls.map((call) => {
          const { toolCallId = null, toolName = null, input = null } = call;
          const itemId = itemIdOf(call);
          return { toolCallId, toolName, input, ...(itemId !== null && { itemId }) };
        }),
      ),
      ...placed('texts', texts),
    ];
  },
};

/**
 * The APIs whose ids are compared by who minted them: OpenAI's chat completions and what has learnt from them, the same in camelCase as SDKs
 * write it, OpenAI's Responses, Anthropic's Messages, the AI SDK's own form.
 */
export const idDialects: readonly IdDialect[] = [
  chat('tool_calls', 'tool_call_id'),
  chat('toolCalls', 'toolCallId'),
  responses,
  anthropic,
  aiSdk,
];

function chat(calls: string, callId: string): IdDialect {
  return {
    asked: [
      ['messages', '*', calls, '*', 'id'],
      ['messages', '*', callId],
    ],
    idKeys: ['id'],
    itemsOf(outcome) {
      if (outcome.kind !== 'returned') return streamedCalls(outcome, calls);
      const { value } = outcome;
      return [
        ...placed(calls, listIn(value, calls)),
        ...listIn(value, 'choices').flatMap((choice, at) => {
          const message = isObject(choice) ? (choice.message ?? null) : null;
          return placed(`choices/${indexOf(choice, at)}/${calls}`, listIn(message, calls));
        }),
      ];
    },
  };
}

/** A call comes in parts: the first one brings its id, all bring pieces of its arguments. Some servers give no index, or all the same one. */
function streamedCalls(outcome: Outcome, calls: string): readonly AnsweredItem[] {
  const byChoice = new Map<Json, { readonly index: Json; item: JsonObject }[]>();
  for (const chunk of chunksOf(outcome)) {
    for (const [at, choice] of listIn(chunk, 'choices').entries()) {
      const key = indexOf(choice, at);
      const slots = byChoice.get(key) ?? [];
      byChoice.set(key, slots);
      const delta = isObject(choice) ? (choice.delta ?? null) : null;
      for (const part of listIn(delta, calls)) {
        if (!isObject(part)) continue;
        const { index = null, id } = part;
        const open = index === null ? slots.at(-1) : slots.findLast((slot) => slot.index === index);
        const isNew = open === undefined || (typeof id === 'string' && id !== '' && open.item.id !== undefined && open.item.id !== id);
        if (isNew) slots.push({ index, item: part });
        else open.item = merged(open.item, part);
      }
    }
  }
  return [...byChoice].flatMap(([choice, slots]) =>
    placed(
      `choices/${choice}/${calls}`,
      slots.map(({ item }) => item),
    ),
  );
}

const wholeKeys: ReadonlySet<string> = new Set(['id', 'type', 'index']);

function merged(before: JsonObject, part: JsonObject): JsonObject {
  const result: { [key: string]: Json } = { ...before };
  for (const [key, value] of Object.entries(part)) {
    const had = result[key];
    if (had === undefined || had === null || had === '') result[key] = value;
    else if (wholeKeys.has(key)) continue;
    else if (typeof had === 'string' && typeof value === 'string') result[key] = had + value;
    else if (isObject(had) && isObject(value)) result[key] = merged(had, value);
  }
  return result;
}

function placed(where: string, items: readonly Json[]): readonly AnsweredItem[] {
  return items.flatMap((item, at) => (isObject(item) ? [{ place: `${where}/${at}`, item }] : []));
}

function chunksOf(outcome: Outcome): readonly JsonObject[] {
  return outcome.kind === 'streamed' ? outcome.chunks.flatMap(({ value }) => (isObject(value) ? [value] : [])) : [];
}

function listIn(value: Json, key: string): readonly Json[] {
  const list = isObject(value) ? value[key] : undefined;
  return Array.isArray(list) ? list : [];
}

function itemIdOf({ providerMetadata = null }: JsonObject): string | null {
  const of = isObject(providerMetadata) ? providerMetadata.openai : undefined;
  return isObject(of) && typeof of.itemId === 'string' ? of.itemId : null;
}

function textIn(value: JsonObject, key: string): string {
  const text = value[key];
  return typeof text === 'string' ? text : '';
}

function indexOf(choice: Json, at: number): Json {
  return isObject(choice) && typeof choice.index === 'number' ? choice.index : at;
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
