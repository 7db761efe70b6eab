import type { BodyPart, BodyParts } from './body-part.ts';
import { textOrBytes } from './text-or-bytes.ts';

/** Pieces as they came; as text where the body is one. */
export function rawParts(isText: boolean): BodyParts {
  if (!isText) return { push: (bytes) => [{ bytes: Uint8Array.from(bytes) }], end: () => [] };
  let open: Uint8Array = new Uint8Array();
  const partsOf = (bytes: Uint8Array): readonly BodyPart[] => (bytes.byteLength === 0 ? [] : [textOrBytes(bytes)]);
  return {
    push(bytes) {
      const all = Buffer.concat([open, bytes]);
      const end = all.byteLength - openBytes(all);
      open = all.subarray(end);
      return partsOf(all.subarray(0, end));
    },
    end: () => partsOf(open),
  };
}

/** So many bytes at the end are those of a character of which the next piece brings the rest. */
function openBytes(bytes: Uint8Array): number {
  for (let count = 1; count <= 3; count += 1) {
    const byte = bytes.at(-count) ?? 0;
    if (byte >= 0xc0) return count < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) ? count : 0;
    if (byte < 0x80) return 0;
  }
  return 0;
}
