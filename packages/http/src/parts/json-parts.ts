import type { BodyParts } from '../body-part.ts';
import { parseJson } from '../parse-json.ts';

// One for all bodies: it is given whole ones only.
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** One part: the whole body, once it is whole. */
export function jsonParts(): BodyParts {
  const pieces: Uint8Array[] = [];
  return {
    push(bytes) {
      pieces.push(bytes);
      return [];
    },
    end() {
      const text = decoder.decode(joinBytes(pieces.splice(0)));
      if (text === '') return [];
      const json = parseJson(text);
      return [json === undefined ? { text } : { json }];
    },
  };
}

function joinBytes(pieces: readonly Uint8Array[]): Uint8Array {
  const [first] = pieces;
  if (first !== undefined && pieces.length === 1) return first;
  const all = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}
