import { parseJson } from '../json/parse-json.ts';
import type { BodyParts } from './body-part.ts';
import { textOrBytes } from './text-or-bytes.ts';

/** One part: the whole body, once it is whole. */
export function jsonParts(): BodyParts {
  const pieces: Uint8Array[] = [];
  return {
    push(bytes) {
      pieces.push(bytes);
      return [];
    },
    end() {
      const [first, ...others] = pieces.splice(0);
      if (first === undefined) return [];
      const whole = others.length === 0 ? first : Buffer.concat([first, ...others]);
      if (whole.byteLength === 0) return [];
      const part = textOrBytes(whole);
      if (!('text' in part)) return [part];
      const json = parseJson(part.text);
      return [json === undefined ? part : { json }];
    },
  };
}
