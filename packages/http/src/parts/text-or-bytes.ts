import type { BodyPart } from './body-part.ts';

/** A piece of a text as text, if it is UTF-8; else its bytes, since whoever reads them may know better what they say. */
export function textOrBytes(bytes: Uint8Array): BodyPart & ({ readonly text: string } | { readonly bytes: Uint8Array }) {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    return { bytes: bytes.slice() };
  }
}
