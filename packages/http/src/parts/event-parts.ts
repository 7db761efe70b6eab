import type { BodyPart, BodyParts, EventPart } from './body-part.ts';
import { jsonOrText } from './json-or-text.ts';
import { openText } from './open-text.ts';

/** Server-sent events, one part each. What is no event, such as a comment, is kept as the text that it is. */
export function eventParts(): BodyParts {
  const open = openText();
  return {
    push(bytes) {
      const text = open.push(bytes);
      if (text === null) return [];
      const { parts, rest } = cut(text);
      open.keep(rest);
      return parts;
    },
    end() {
      const { parts, rest } = cut(open.end());
      open.keep('');
      return rest === '' ? parts : [...parts, { text: rest }];
    },
  };
}

function cut(text: string): { readonly parts: readonly BodyPart[]; readonly rest: string } {
  const parts: BodyPart[] = [];
  let rest = text;
  for (let end = endOfEvent(rest); end > 0; end = endOfEvent(rest)) {
    parts.push(partOf(rest.slice(0, end)));
    rest = rest.slice(end);
  }
  return { parts, rest };
}

const blankLine = /(?:\r\n|\n|\r(?!\n))(?:\r\n|\n|\r(?!\n|$))/;

/** Where the first event ends; 0: none has ended yet. */
function endOfEvent(text: string): number {
  const found = blankLine.exec(text);
  return found === null ? 0 : found.index + found[0].length;
}

function partOf(text: string): BodyPart {
  const fields = new Map<string, string>();
  for (const line of text.split(/\r\n|\n|\r/)) {
    if (line === '') continue;
    const [, name = '', value = ''] = /^(\w+)(?:: ?(.*))?$/s.exec(line) ?? [];
    const before = fields.get(name);
    if (!known.has(name) || (before !== undefined && name !== 'data')) return { text };
    fields.set(name, before === undefined ? value : `${before}\n${value}`);
  }
  const data = fields.get('data');
  if (data === undefined) return { text };
  const part: Record<string, unknown> = {};
  for (const name of ['event', 'id', 'retry']) if (fields.has(name)) part[name] = fields.get(name);
  part.data = jsonOrText(data);
  return part as unknown as EventPart;
}

const known: ReadonlySet<string> = new Set(['event', 'id', 'retry', 'data']);
