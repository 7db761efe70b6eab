import { isJsonObject, type Json, type JsonObject, type Outcome } from '@stepfork/trace';
import type { AnsweredItem, IdDialect } from './id-dialect.ts';

/** The items of a list, by where they stand in an answer. */
export function placed(where: string, items: readonly Json[]): readonly AnsweredItem[] {
  return items.flatMap((item, at) => (isJsonObject(item) ? [{ place: `${where}/${at}`, item }] : []));
}

/** What an answer came in; nothing: it came whole. */
export function chunksOf(outcome: Outcome): readonly JsonObject[] {
  return outcome.kind === 'streamed' ? outcome.chunks.flatMap(({ value }) => (isJsonObject(value) ? [value] : [])) : [];
}

/**
 * The answer itself, where a later request goes on from it by its id: what it is for is all that it says, whatever ids are in that.
 * `null`: it has none.
 */
export function answerItem(
  id: Json | undefined,
  items: readonly AnsweredItem[],
  { idKeys }: IdDialect,
  isCut: boolean,
): AnsweredItem | null {
  if (typeof id !== 'string' || id === '') return null;
  const content = items.map(({ item }) => Object.fromEntries(Object.entries(item).filter(([key]) => !idKeys.includes(key))));
  return { place: 'answer', item: { id, content }, isCut: isCut || items.some((one) => one.isCut === true) };
}
