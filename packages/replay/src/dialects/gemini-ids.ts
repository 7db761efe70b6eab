import { isJsonObject, type Json } from '@stepfork/trace';
import { listIn } from '../messages/json-parts.ts';
import { chunksOf, placed } from './answer-parts.ts';
import type { IdDialect } from './id-dialect.ts';

/** Gemini. Many of its models give no ids; a call that has one is answered by it. */
export const geminiIds: IdDialect = {
  asked: ['functionCall', 'functionResponse', 'function_call', 'function_response'].map((key) => [
    'contents',
    '*',
    'parts',
    '*',
    key,
    'id',
  ]),
  idKeys: ['id'],
  itemsOf(outcome) {
    const values = outcome.kind === 'returned' ? [outcome.value] : chunksOf(outcome);
    return [...callsByCandidate(values)].flatMap(([candidate, calls]) => placed(`candidates/${candidate}`, calls));
  },
};

/** A stream says each call whole. */
function callsByCandidate(values: readonly Json[]): ReadonlyMap<number, readonly Json[]> {
  const found = new Map<number, Json[]>();
  for (const value of values) {
    for (const [at, candidate] of listIn(value, 'candidates').entries()) {
      const index = isJsonObject(candidate) && typeof candidate.index === 'number' ? candidate.index : at;
      const content = isJsonObject(candidate) ? (candidate.content ?? null) : null;
      for (const part of listIn(content, 'parts')) {
        const call = isJsonObject(part) ? (part.functionCall ?? part.function_call) : undefined;
        if (isJsonObject(call)) found.set(index, [...(found.get(index) ?? []), { ...call, type: 'functionCall' }]);
      }
    }
  }
  return found;
}
