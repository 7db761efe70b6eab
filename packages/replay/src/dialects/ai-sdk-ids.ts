import { isJsonObject, type JsonObject } from '@stepfork/trace';
import { listIn } from '../messages/json-parts.ts';
import { chunksOf, placed } from './answer-parts.ts';
import type { IdDialect } from './id-dialect.ts';

/** The prompts and answers of models of the AI SDK. Its adapter for OpenAI also sends back the ids of items. */
export const aiSdkIds: IdDialect = {
  asked: [
    ['prompt', '*', 'content', '*', 'toolCallId'],
    ['prompt', '*', 'content', '*', 'providerOptions', 'openai', 'itemId'],
  ],
  idKeys: ['toolCallId', 'itemId'],
  itemsOf(outcome) {
    const parts = outcome.kind === 'returned' ? listIn(outcome.value, 'content').filter(isJsonObject) : chunksOf(outcome);
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

function itemIdOf({ providerMetadata = null }: JsonObject): string | null {
  const of = isJsonObject(providerMetadata) ? providerMetadata.openai : undefined;
  return isJsonObject(of) && typeof of.itemId === 'string' ? of.itemId : null;
}
