import type { BodyPart, BodyParts, EventPart } from '../body-part.ts';
import { jsonOrText } from './json-or-text.ts';

/** Server-sent events, one part each. What is no event, such as a comment, is kept as the text that it is. */
export function eventParts(): BodyParts {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let open = '';
  return {
    push(bytes) {
      open += decoder.decode(bytes, { stream: true });
      return cut();
    },
    end() {
      open += decoder.decode();
      const parts = cut();
      const rest = open;
      open = '';
      return rest === '' ? parts : [...parts, { text: rest }];
    },
  };

  function cut(): readonly BodyPart[] {
    const parts: BodyPart[] = [];
    for (let end = endOfEvent(open); end > 0; end = endOfEvent(open)) {
      parts.push(partOf(open.slice(0, end)));
      open = open.slice(end);
    }
    return parts;
  }
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
