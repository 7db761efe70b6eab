import type { BodyPart, BodyParts } from './body-part.ts';
import { jsonOrText } from './json-or-text.ts';
import { openText } from './open-text.ts';

/** JSON lines, one part each. */
export function lineParts(): BodyParts {
  const open = openText();
  return {
    push(bytes) {
      const lines = open.push(bytes)?.split('\n') ?? [];
      const rest = lines.pop();
      if (rest !== undefined) open.keep(rest);
      return lines.map((line): BodyPart => ({ line: jsonOrText(line) }));
    },
    end() {
      const rest = open.end();
      open.keep('');
      return rest === '' ? [] : [{ text: rest }];
    },
  };
}
