import { encodeBase64 } from '../bytes/base64.ts';
import type { Redactor } from '../redaction/redactor.ts';

/** Base64 of bytes without their secrets: each byte is taken for a character, since secrets are ASCII, whatever stands around them. */
export function encodeBytes(bytes: Uint8Array, redactor: Redactor | undefined): string {
  if (redactor === undefined) return encodeBase64(bytes);
  const text = latin1(bytes);
  const clean = redactor.text(text);
  return encodeBase64(clean === text ? bytes : Uint8Array.from(clean, (character) => character.charCodeAt(0)));
}

function latin1(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return text;
}
