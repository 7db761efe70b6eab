import type { BodyParts } from '../body-part.ts';
import { parseJson } from '../parse-json.ts';

/** One part: the whole body, once it is whole. */
export function jsonParts(): BodyParts {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const pieces: string[] = [];
  return {
    push(bytes) {
      pieces.push(decoder.decode(bytes, { stream: true }));
      return [];
    },
    end() {
      const text = pieces.splice(0).join('') + decoder.decode();
      if (text === '') return [];
      const json = parseJson(text);
      return [json === undefined ? { text } : { json }];
    },
  };
}
