import type { BodyPart, BodyParts } from '../body-part.ts';

/** Pieces as they came; as text where the body is one. */
export function rawParts(isText: boolean): BodyParts {
  if (!isText) return { push: (bytes) => [{ bytes: Uint8Array.from(bytes) }], end: () => [] };
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const partOf = (text: string): readonly BodyPart[] => (text === '' ? [] : [{ text }]);
  return { push: (bytes) => partOf(decoder.decode(bytes, { stream: true })), end: () => partOf(decoder.decode()) };
}
