import { decodeValue, type Json, type JsonObject } from '@stepfork/trace';

/** The text of a recorded JSON value, its long numbers as they were written. */
export function jsonText(json: Json): string {
  return holdsTag(json) ? write(json) : JSON.stringify(json);
}

/** It holds what JSON does not say. */
export function holdsTag(json: Json): boolean {
  if (typeof json !== 'object' || json === null) return false;
  if (Array.isArray(json)) return json.some(holdsTag);
  return '$' in json || Object.values(json).some(holdsTag);
}

function write(json: Json): string {
  if (typeof json !== 'object' || json === null) return JSON.stringify(json);
  if (Array.isArray(json)) return `[${json.map(write).join()}]`;
  const object = json as JsonObject;
  if (!('$' in object)) return writeObject(Object.entries(object));
  const { $: tag, value, entries } = object;
  if (tag === 'json-number' && number.test(String(value))) return String(value);
  if (tag === 'number' && value === '-0') return value;
  if (tag === 'object' && Array.isArray(entries)) return writeObject(entries as readonly (readonly [Json, Json])[]);
  return JSON.stringify(decodeValue(object)) ?? 'null';
}

// A trace may hold anything in the place of digits.
const number = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

function writeObject(entries: readonly (readonly [Json, Json])[]): string {
  return `{${entries.map(([key, value]) => `${JSON.stringify(String(decodeValue(key)))}:${write(value)}`).join()}}`;
}
