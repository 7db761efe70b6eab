import { encodeBase64 } from './base64.ts';
import type { Json, JsonObject } from './json.ts';
import type { StreamText } from './stream-texts.ts';

/** The chunk with another text in the place of one of its texts; as it is, where there is none any more. */
export function putStreamText(chunk: Json, { path, isBytes }: StreamText, text: string): Json {
  return put(chunk, path, (old) => {
    if (!isBytes) return typeof old === 'string' ? text : old;
    if (typeof old !== 'object' || old === null || Array.isArray(old) || (old as JsonObject).$ !== 'bytes') return old;
    return { ...(old as JsonObject), value: encodeBase64(Uint8Array.from(text, (character) => character.charCodeAt(0))) };
  });
}

function put(value: Json, [first, ...rest]: readonly (string | number)[], change: (old: Json) => Json): Json {
  if (first === undefined) return change(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item: Json, at) => (at === first ? put(item, rest, change) : item));
  if (!Object.hasOwn(value, first)) return value;
  return { ...(value as JsonObject), [first]: put((value as JsonObject)[first] as Json, rest, change) };
}
