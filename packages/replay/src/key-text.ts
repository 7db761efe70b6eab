import { hash } from 'node:crypto';

/** Texts longer than this are kept as their digest. */
const longestKept = 4096;

/** A short text that is equal for equal texts: a conversation that is resent with every call would else be kept once for each of them. */
export function keyText(text: string): string {
  return text.length <= longestKept ? text : `${text.length} ${hash('sha256', text, 'base64url')}`;
}
