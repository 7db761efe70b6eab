import { isJsonObject, type Json, type JsonObject, type Outcome } from '@stepfork/trace';
import { listIn } from '../messages/json-parts.ts';
import { chunksOf, placed } from './answer-parts.ts';
import type { AnsweredItem, IdDialect } from './id-dialect.ts';

/** Chat completions, and what has learnt from them. The names of the keys: those of a list of calls, and of the id in a result. */
export function chatIds(calls: string, callId: string): IdDialect {
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
        ...placed(`message/${calls}`, callsOfMessage(value, calls)),
        ...listIn(value, 'choices').flatMap((choice, at) => {
          const message = isJsonObject(choice) ? (choice.message ?? null) : null;
          return placed(`choices/${indexOf(choice, at)}/${calls}`, listIn(message, calls));
        }),
      ];
    },
  };
}

/** A call comes in parts: the first one brings its id, all bring pieces of its arguments. Some servers give no index, or all the same one. */
function streamedCalls(outcome: Outcome, calls: string): readonly AnsweredItem[] {
  const byChoice = new Map<Json, { readonly index: Json; item: JsonObject }[]>();
  const whole: Json[] = [];
  for (const chunk of chunksOf(outcome)) {
    whole.push(...callsOfMessage(chunk, calls));
    for (const [at, choice] of listIn(chunk, 'choices').entries()) {
      const key = indexOf(choice, at);
      const slots = byChoice.get(key) ?? [];
      byChoice.set(key, slots);
      const delta = isJsonObject(choice) ? (choice.delta ?? null) : null;
      for (const part of listIn(delta, calls)) {
        if (!isJsonObject(part)) continue;
        const { index = null, id } = part;
        const open = index === null ? slots.at(-1) : slots.findLast((slot) => slot.index === index);
        const isNew = open === undefined || (typeof id === 'string' && id !== '' && open.item.id !== undefined && open.item.id !== id);
        if (isNew) slots.push({ index, item: part });
        else open.item = merged(open.item, part);
      }
    }
  }
  const inPieces = [...byChoice].flatMap(([choice, slots]) =>
    placed(
      `choices/${choice}/${calls}`,
      slots.map(({ item }) => item),
    ),
  );
  return [...inPieces, ...placed(`message/${calls}`, whole)];
}

/** Ollama has one message, and says each call whole. */
function callsOfMessage(answer: Json, calls: string): readonly Json[] {
  return isJsonObject(answer) ? listIn(answer.message ?? null, calls) : [];
}

const wholeKeys: ReadonlySet<string> = new Set(['id', 'type', 'index']);

function merged(before: JsonObject, part: JsonObject): JsonObject {
  const result: { [key: string]: Json } = { ...before };
  for (const [key, value] of Object.entries(part)) {
    const had = result[key];
    if (had === undefined || had === null || had === '') result[key] = value;
    else if (wholeKeys.has(key)) continue;
    else if (typeof had === 'string' && typeof value === 'string') result[key] = had + value;
    else if (isJsonObject(had) && isJsonObject(value)) result[key] = merged(had, value);
  }
  return result;
}

function indexOf(choice: Json, at: number): Json {
  return isJsonObject(choice) && typeof choice.index === 'number' ? choice.index : at;
}
