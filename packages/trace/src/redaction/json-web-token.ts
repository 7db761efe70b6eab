import { decodeBase64, encodeBase64 } from '../bytes/base64.ts';
import { HashStream } from './hash-stream.ts';
import { pseudonymOf } from './pseudonym.ts';

/**
 * The pseudonym of a JSON Web Token: same header, a payload of the same length in which every text is replaced (so that an agent that reads
 * the expiry still can), and a signature that carries the mark.
 */
export function jsonWebTokenPseudonym(token: string, hmac: (secret: string) => Uint8Array): string {
  const [header = '', payload = '', ...rest] = token.split('.');
  const signature = rest.join('.');
  return `${header}.${hiddenPayload(payload, hmac)}.${pseudonymOf(signature, 0, hmac)}`;
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const maxPayload = 8_192;

function hiddenPayload(payload: string, hmac: (secret: string) => Uint8Array): string {
  const stream = new HashStream(payload, hmac);
  const json = payload.length > maxPayload ? null : decode(payload);
  if (json === null || !json.startsWith('{')) return stream.take(alphabet, payload.length);
  const hidden = json.replace(/"((?:[^"\\]|\\.)*)"(\s*:)?/g, (whole, text: string, colon?: string) =>
    colon === undefined ? `"${stream.take(alphabet, text.length)}"` : whole,
  );
  return encode(hidden);
}

// Each byte as one character, so that a text of other letters keeps its length in bytes.
function decode(base64Url: string): string | null {
  const base64 = base64Url.replaceAll('-', '+').replaceAll('_', '/');
  const bytes = decodeBase64(base64.padEnd(Math.ceil(base64.length / 4) * 4, '='));
  return bytes === null ? null : String.fromCharCode(...bytes);
}

function encode(text: string): string {
  const bytes = Uint8Array.from(text, (character) => character.charCodeAt(0));
  return encodeBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
