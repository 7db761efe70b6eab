import { decodeValue, type Json, JsonNumber, type JsonObject } from '@stepfork/trace';

/**
 * A JSON text as a value, in which numbers that a double cannot hold keep their digits.
 *
 * @returns `undefined` if it is none
 */
export function parseJson(text: string): unknown {
  try {
    return longNumber.test(text) ? parseExactly(text) : JSON.parse(text);
  } catch {
    // Whatever it is, it is no JSON: it is recorded as it came.
    return undefined;
  }
}

/** The text of a recorded JSON value, its long numbers as they were written. */
export function jsonText(json: Json): string {
  if (!holdsTag(json)) return JSON.stringify(json);
  const digits: string[] = [];
  const value = decodeValue(withMarks(json, digits));
  return unmarked(JSON.stringify(value) ?? 'null', digits);
}

// Shorter ones are safe, also with a sign, a point or an exponent.
const longNumber = /[\d.]{16}|\d[eE][+-]?\d{3}/;
const token = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const digitsOnly = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

function parseExactly(text: string): unknown {
  const digits: string[] = [];
  const marked = text.replace(token, (found) => {
    if (found.startsWith('"') || isHeld(found)) return found;
    digits.push(found);
    return JSON.stringify(markOf(digits.length - 1));
  });
  // Without a reviver first: what is no JSON must not become it by our marks.
  JSON.parse(text);
  return digits.length === 0
    ? JSON.parse(text)
    : JSON.parse(marked, (_key, value: unknown) => (typeof value === 'string' ? numberAt(value, digits) : value));
}

/** A double says the same number: whole ones up to 2^53, others to the precision that they are written in. */
function isHeld(digits: string): boolean {
  const number = Number(digits);
  if (!Number.isFinite(number)) return false;
  if (/^-?\d+$/.test(digits)) return Number.isSafeInteger(number);
  return Number.isSafeInteger(number) || !Number.isInteger(number);
}

const mark = '\u0000stepfork number ';

function markOf(at: number): string {
  return `${mark}${at}`;
}

function numberAt(text: string, digits: readonly string[]): unknown {
  const found = text.startsWith(mark) ? digits[Number(text.slice(mark.length))] : undefined;
  return found === undefined ? text : new JsonNumber(found);
}

function holdsTag(json: Json): boolean {
  if (typeof json !== 'object' || json === null) return false;
  if (Array.isArray(json)) return json.some(holdsTag);
  return '$' in json || Object.values(json).some(holdsTag);
}

function withMarks(json: Json, digits: string[]): Json {
  if (typeof json !== 'object' || json === null) return json;
  if (Array.isArray(json)) return json.map((item) => withMarks(item, digits));
  const object = json as JsonObject;
  if (object.$ === 'json-number' && digitsOnly.test(String(object.value))) {
    digits.push(String(object.value));
    return markOf(digits.length - 1);
  }
  return Object.fromEntries(Object.entries(object).map(([key, part]) => [key, withMarks(part, digits)]));
}

function unmarked(text: string, digits: readonly string[]): string {
  if (digits.length === 0) return text;
  return text.replace(/"\\u0000stepfork number (\d+)"/g, (found, at: string) => digits[Number(at)] ?? found);
}
