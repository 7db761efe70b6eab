import { canonicalJson, type Outcome } from '@stepfork/trace';
import type { IdDialect } from '../dialects/id-dialect.ts';
import { messageAnswer } from '../messages/message-answer.ts';

/** An id that an answer minted. */
export interface AnsweredId {
  readonly id: string;
  /** Where in the answer; under several keys of one item it is still one id. */
  readonly place: string;
  /** Canonical text of all else in its item: what the call is for. `null`: nobody saw it whole. */
  readonly content: string | null;
}

export function idsOfAnswer(outcome: Outcome, dialect: IdDialect): readonly AnsweredId[] {
  return dialect.itemsOf(messageAnswer(outcome)).flatMap(({ place, item, isCut }) => {
    const keysById = new Map<string, string[]>();
    for (const key of dialect.idKeys) {
      const id = item[key];
      if (typeof id !== 'string' || id === '') continue;
      keysById.set(id, [...(keysById.get(id) ?? []), key]);
    }
    if (keysById.size === 0) return [];
    const rest = Object.entries(item).filter(([key]) => key !== 'index' && !dialect.idKeys.includes(key));
    const content = isCut === true ? null : canonicalJson(Object.fromEntries(rest));
    return [...keysById].map(([id, keys]) => ({ id, place: `${place}/${keys.join()}`, content }));
  });
}
