import { encodeBase64 } from '../bytes/base64.ts';
import type { Json, JsonObject } from '../json/json.ts';
import type { StreamText } from './stream-texts.ts';

/** The chunk with another text in the place of one of its texts; as it is, where there is none any more. */
export function putStreamText(chunk: Json, { path, isBytes }: StreamText, text: string): Json {
  return put(chunk, path, (old) => {
    if (!isBytes) return typeof old === 'string' ? text : old;
    if (typeof old !== 'object' || old === null || Array.isArray(old) || (old as JsonObject).$ !== 'bytes') return old;
    return { ...(old as JsonObject), value: encodeBase64(Uint8Array.from(text, (character) => character.charCodeAt(0))) };
  });
}

function put(value: Json, path: readonly (string | number)[], change: (old: Json) => Json, at = 0): Json {
  if (at === path.length) return change(value);
  const key = path[at] as string | number;
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return value;
  const old = (value as JsonObject)[key] as Json;
  const part = put(old, path, change, at + 1);
  if (part === old) return value;
  return Array.isArray(value) ? value.with(key as number, part) : { ...(value as JsonObject), [key]: part };
}
