import { decodeBase64, encodeBase64 } from './base64.ts';

/** What `Basic` carries: base64 of `user:password`; `null` if a text is not that. */
export function userAndPassword(base64: string): { readonly user: string; readonly password: string } | null {
  if (base64.length > maxLength || !/^[A-Za-z0-9+/]{6,}={0,2}$/.test(base64)) return null;
  const bytes = decodeBase64(base64.padEnd(Math.ceil(base64.length / 4) * 4, '='));
  if (bytes === null || !bytes.every((byte) => byte >= 32 && byte !== 127)) return null;
  const text = String.fromCharCode(...bytes);
  const colon = text.indexOf(':');
  return colon < 0 ? null : { user: text.slice(0, colon), password: text.slice(colon + 1) };
}

/** The same back, with or without the padding of `like`. */
export function encodeUserAndPassword(user: string, password: string, like: string): string {
  const base64 = encodeBase64(Uint8Array.from(`${user}:${password}`, (character) => character.charCodeAt(0)));
  return like.length % 4 === 0 ? base64 : base64.replace(/=+$/, '');
}

const maxLength = 2_048;
