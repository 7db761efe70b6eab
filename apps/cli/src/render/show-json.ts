import type { Json, JsonObject } from '@stepfork/trace';
import { printable } from './printable.ts';

/** A value on one line, cut to `width`; tagged values as people would write them. */
export function showJson(json: Json | undefined, width: number = Number.POSITIVE_INFINITY): string {
  const text = printable(json === undefined ? 'nothing' : write(json));
  return text.length <= width ? text : `${text.slice(0, Math.max(1, width - 1))}…`;
}

/** A value over several lines, as JSON. */
export function showJsonFully(json: Json | undefined): string {
  return printable(json === undefined ? 'nothing' : JSON.stringify(json, null, 2), { keepLines: true });
}

/** `TypeError: message` for a recorded error; what else was thrown, as it is. */
export function showError(error: Json): string {
  return showJson(error);
}

function write(json: Json): string {
  if (json === null || typeof json !== 'object') return JSON.stringify(json);
  if (Array.isArray(json)) return `[${json.map((item: Json) => write(item)).join(',')}]`;
  const object = json as JsonObject;
  if (typeof object.$ === 'string') return writeTagged(object.$, object);
  return `{${Object.entries(object)
    .map(([key, value]) => `${JSON.stringify(key)}:${write(value)}`)
    .join(',')}}`;
}

function writeTagged(tag: string, json: JsonObject): string {
  if (tag === 'undefined') return 'undefined';
  if (tag === 'error') return `${String(json.name ?? json.class ?? 'Error')}: ${String(json.message ?? '')}`;
  if (tag === 'number' || tag === 'json-number') return String(json.value);
  if (tag === 'bigint') return `${String(json.value)}n`;
  if (tag === 'date') return `Date(${String(json.value ?? 'invalid')})`;
  if (tag === 'url') return `URL(${String(json.value)})`;
  if (tag === 'opaque') return `<opaque ${String(json.type)}>`;
  if (tag === 'bytes') return `<${String(json.type)}, ${Math.floor((String(json.value).replace(/=+$/, '').length * 3) / 4)} bytes>`;
  if (tag === 'set') return `Set${write(json.items ?? [])}`;
  if (tag === 'map') return `Map${write(json.entries ?? [])}`;
  if (tag === 'regexp') return `/${String(json.source)}/${String(json.flags)}`;
  return JSON.stringify(json);
}
