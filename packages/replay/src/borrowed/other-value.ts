import type { Json, JsonObject } from '@stepfork/trace';

const aDayMs = 86_400_000;
const someDayMs = Date.UTC(2000, 0, 1);

/**
 * A value of the same shape in which every leaf is another one: what the world might have said instead. An agent that does not look at
 * the answer does not notice.
 */
export function otherValue(value: Json, otherText: (text: string) => string = marked): Json {
  if (Array.isArray(value)) return value.length === 0 ? ['stepfork'] : value.map((item: Json) => otherValue(item, otherText));
  switch (typeof value) {
    case 'boolean':
      return !value;
    case 'number':
      // Beyond 2^53 one more is the same number.
      return value + 1 === value ? value / 2 : value + 1;
    case 'string':
      return otherText(value);
    case 'object':
      return value === null ? 'stepfork' : otherObject(value as JsonObject, otherText);
  }
}

function marked(text: string): string {
  return `stepfork ${text}`;
}

function otherObject(value: JsonObject, otherText: (text: string) => string): Json {
  // Of tagged values only those are shifted that an agent may call methods on; the rest becomes a text.
  switch (value.$) {
    case undefined: {
      const entries = Object.entries(value).map(([key, part]) => [key, otherValue(part, otherText)] as const);
      return entries.length === 0 ? { stepfork: true } : Object.fromEntries(entries);
    }
    case 'date':
      return { $: 'date', value: new Date(Date.parse(String(value.value)) + aDayMs || someDayMs).toISOString() };
    case 'bigint':
      return { $: 'bigint', value: String(BigInt(String(value.value)) + 1n) };
    default:
      return 'stepfork';
  }
}
