import type { Json, JsonObject } from '@stepfork/trace';
import { idKeys, said } from './minted-labels.ts';

/** The same value with what `change` gives for each text in it. `isId`: the text stands where an answer has an id. */
export function mapTexts(json: Json, change: (text: string, isId: boolean) => string, isSaid = false): Json {
  if (typeof json === 'string') return change(json, false);
  if (typeof json !== 'object' || json === null) return json;
  if (Array.isArray(json)) return json.map((item) => mapTexts(item, change, isSaid));
  const entries = Object.entries(json as JsonObject);
  return Object.fromEntries(
    entries.map(([key, part]) => [
      key,
      typeof part === 'string' ? change(part, !isSaid && idKeys.test(key)) : mapTexts(part, change, isSaid || said.test(key)),
    ]),
  );
}
