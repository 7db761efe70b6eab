import type { Json, JsonObject } from '@stepfork/trace';

/**
 * A value of the same shape in which every leaf is another one: what the world might have said instead. An agent that does not look at
 * the answer does not notice.
 */
export function otherValue(value: Json): Json {
  if (Array.isArray(value)) return value.length === 0 ? ['stepfork'] : value.map(otherValue);
  switch (typeof value) {
    case 'boolean':
      return !value;
    case 'number':
      // Beyond 2^53 one more is the same number.
      return value + 1 === value ? value / 2 : value + 1;
    case 'string':
      return `stepfork ${value}`;
    case 'object':
      return value === null ? 'stepfork' : otherObject(value as JsonObject);
  }
}

function otherObject(value: JsonObject): Json {
  // Of tagged values only those are shifted that an agent may call methods on; the rest becomes a text.
  switch (value.$) {
    case undefined: {
      const entries = Object.entries(value).map(([key, part]) => [key, otherValue(part)] as const);
      return entries.length === 0 ? { stepfork: true } : Object.fromEntries(entries);
    }
    case 'date':
      return {
        $: 'date',
        value: typeof value.value === 'string' ? new Date(Date.parse(value.value) + 86_400_000).toISOString() : '2000-01-01T00:00:00.000Z',
      };
    case 'bigint':
      return { $: 'bigint', value: String(BigInt(String(value.value)) + 1n) };
    default:
      return 'stepfork';
  }
}
