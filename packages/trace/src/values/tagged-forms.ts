import { encodeBase64 } from '../bytes/base64.ts';
import type { Json, JsonObject } from '../json/json.ts';

/** Text with a lone surrogate, tagged: UTF-8 cannot carry it as it is. */
export function taggedText(text: string): Json {
  const bytes = new Uint8Array(2 * text.length);
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    bytes[2 * i] = unit & 255;
    bytes[2 * i + 1] = unit >> 8;
  }
  return { $: 'text', value: encodeBase64(bytes) };
}

/** An object one of whose keys no plain object of a trace may have, tagged. */
export function taggedObject(value: JsonObject): Json {
  return { $: 'object', entries: Object.keys(value).map((key) => [key, value[key] as Json]) };
}

/** A number that JSON does not have, tagged; any other one as it is. */
export function taggedNumber(value: number): Json {
  if (Number.isFinite(value) && !Object.is(value, -0)) return value;
  return { $: 'number', value: Object.is(value, -0) ? '-0' : String(value) };
}
