import { decodeValue, type Json, type JsonObject } from '@stepfork/trace';
import { jsonText } from '../json/json-text.ts';

/** The bytes of a recorded part of a body, as a client reads them. White space and the order of an event's fields are ours. */
export function partBytes(part: Json): Uint8Array {
  const fields = (typeof part === 'object' && part !== null && !Array.isArray(part) ? part : {}) as JsonObject;
  if (fields.bytes !== undefined) return new Uint8Array(decodeValue(fields.bytes) as Uint8Array);
  return encoder.encode(textOf(fields));
}

const encoder = new TextEncoder();

function textOf({ data, line, json, text, ...event }: JsonObject): string {
  if (data !== undefined) {
    const fields = ['event', 'id', 'retry'].flatMap((name) => (event[name] === undefined ? [] : [`${name}: ${plain(event[name])}\n`]));
    const lines = plain(data).split('\n');
    return `${fields.join('')}${lines.map((one) => `data: ${one}\n`).join('')}\n`;
  }
  if (line !== undefined) return `${plain(line)}\n`;
  if (json !== undefined) return jsonText(json);
  return text === undefined ? '' : plain(text);
}

/** A text as it is, a half character in it too; anything else as JSON. */
function plain(value: Json): string {
  if (typeof value === 'string') return value;
  const decoded = typeof value === 'object' && value !== null && '$' in value && value.$ === 'text' ? decodeValue(value) : undefined;
  return typeof decoded === 'string' ? decoded : jsonText(value);
}
