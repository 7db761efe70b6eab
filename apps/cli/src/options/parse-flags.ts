import type { Answer } from '@stepfork/replay';
import { decodeValue, type Json } from '@stepfork/trace';
import { listKnown } from '../errors/nearest.ts';
import { UsageError } from '../errors/usage-error.ts';
import { jsonErrorAt } from '../inputs/json-error-at.ts';
import { readJsonArgument } from '../inputs/read-json.ts';

/** Reads `tool=file.json`, `tool=<json>`, and with the input that it is for: `tool {"id":1}=file.json`. Values as they stand in a trace. */
export function parseAnswer(text: string): readonly [string, readonly Answer[]] {
  for (let at = text.indexOf('='); at !== -1; at = text.indexOf('=', at + 1)) {
    const match = /^(\S+?)(?:\s+(\S.*))?$/s.exec(text.slice(0, at));
    if (match === null || (match[2] !== undefined && jsonErrorAt(match[2]) !== null)) continue;
    const { value } = readJsonArgument(text.slice(at + 1), `--answer ${match[1] ?? ''}`);
    const given = match[2] === undefined ? {} : { for: decodeValue(JSON.parse(match[2]) as Json) };
    return [(match[1] ?? '').replace(/^tool:/, ''), [{ value: decodeValue(value), ...given }]];
  }
  throw new UsageError(`--answer ${text} is not an answer.`, 'Write tool=file.json, or tool=<json>.');
}

/** Reads `[tool:|model:]name /pointer` or `* /pointer`. */
export function parseIgnore(text: string): readonly [string, readonly string[]] {
  const match = /^(\*|(?:(?:tool|model):)?\S+)\s+(\/\S*)$/.exec(text);
  const name = match?.[1] ?? '';
  if (match === null) {
    throw new UsageError(
      `--ignore "${text}" does not name a field.`,
      "Write the tool and a JSON Pointer: --ignore 'search /metadata/request_id'.",
    );
  }
  return [name === '*' || /^(?:tool|model):/.test(name) ? name : `tool:${name}`, [match[2] ?? '']];
}

export function parseOrder(text: string): 'keyed' | 'recorded' {
  if (text === 'keyed' || text === 'recorded') return text;
  throw new UsageError(`--order ${text}: there is no such order.`, listKnown(text, ['keyed', 'recorded'], 'orders'));
}

/** Entries as one table; lists under the same name are joined. */
export function mergeTables<T>(entries: readonly (readonly [string, readonly T[]])[]): Readonly<Record<string, readonly T[]>> {
  const table: Record<string, readonly T[]> = {};
  for (const [name, items] of entries) table[name] = [...(table[name] ?? []), ...items];
  return table;
}
