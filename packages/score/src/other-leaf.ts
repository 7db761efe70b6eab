import type { Json, JsonObject } from '@stepfork/trace';

/** Another value of the same type and shape, which holds no part of the first one: a text keeps its length, its cases and its punctuation. */
export function otherLeaf(value: Json): Json {
  switch (typeof value) {
    case 'boolean':
      return !value;
    case 'number':
      // Beyond 2^53 one more is the same number.
      return value + 1 === value ? value / 2 : value + 1;
    case 'string':
      return otherText(value);
    case 'object':
      return value === null ? 'stepfork' : otherStructure(value);
  }
}

function otherText(text: string): string {
  const shifted = text.replace(/[a-z]/g, next('a', 26)).replace(/[A-Z]/g, next('A', 26)).replace(/\d/g, next('0', 10));
  return shifted === text ? `${text}x` : shifted;
}

function next(first: string, count: number): (letter: string) => string {
  const base = first.charCodeAt(0);
  return (letter) => String.fromCharCode(base + ((letter.charCodeAt(0) - base + 1) % count));
}

function otherStructure(value: readonly Json[] | JsonObject): Json {
  if (Array.isArray(value)) return ['stepfork'];
  const tagged = value as JsonObject;
  switch (tagged.$) {
    case undefined:
      return { stepfork: true };
    case 'date':
      return { $: 'date', value: new Date(Date.parse(String(tagged.value)) + 86_400_000 || 0).toISOString() };
    case 'bigint':
      return { $: 'bigint', value: String(BigInt(String(tagged.value)) + 1n) };
    default:
      return 'stepfork';
  }
}
