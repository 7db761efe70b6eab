import { decodePrintable, encodePrintable } from './printable-base64.ts';

/** What `Basic` carries: base64 of `user:password`; `null` if a text is not that. */
export function userAndPassword(base64: string): { readonly user: string; readonly password: string } | null {
  const text = decodePrintable(base64);
  const colon = text?.indexOf(':') ?? -1;
  return text === null || colon < 0 || /[\r\n]/.test(text) ? null : { user: text.slice(0, colon), password: text.slice(colon + 1) };
}

/** The same back, with or without the padding of `like`. */
export function encodeUserAndPassword(user: string, password: string, like: string): string {
  return encodePrintable(`${user}:${password}`, like);
}
