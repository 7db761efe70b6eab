import { decodeBase64, encodeBase64 } from '../bytes/base64.ts';

/** The text in base64, if all of it is printable ASCII; else `null`. */
export function decodePrintable(base64: string): string | null {
  if (base64.length > longest || !/^[A-Za-z0-9+/]{6,}={0,2}$/.test(base64)) return null;
  // Most of what looks like base64 is something else, and shows it at once.
  if (!isPrintable(decodeBase64(base64.slice(0, 4)))) return null;
  const bytes = decodeBase64(base64.padEnd(Math.ceil(base64.length / 4) * 4, '='));
  return bytes !== null && isPrintable(bytes) ? String.fromCharCode(...bytes) : null;
}

/** With or without the padding of `like`. */
export function encodePrintable(text: string, like: string): string {
  const base64 = encodeBase64(Uint8Array.from(text, (character) => character.charCodeAt(0)));
  return like.length % 4 === 0 ? base64 : base64.replace(/=+$/, '');
}

const longest = 16_384;

function isPrintable(bytes: Uint8Array | null): boolean {
  return bytes?.every((byte) => (byte >= 32 && byte < 127) || (byte >= 9 && byte <= 13)) === true;
}
