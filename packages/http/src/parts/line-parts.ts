import type { BodyPart, BodyParts } from '../body-part.ts';
import { jsonOrText } from './json-or-text.ts';

/** JSON lines, one part each. */
export function lineParts(): BodyParts {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let open = '';
  return {
    push(bytes) {
      const lines = (open + decoder.decode(bytes, { stream: true })).split('\n');
      open = lines.pop() ?? '';
      return lines.map((line): BodyPart => ({ line: jsonOrText(line) }));
    },
    end() {
      const rest = open + decoder.decode();
      open = '';
      return rest === '' ? [] : [{ text: rest }];
    },
  };
}
