import { escapeText } from './escape-text.ts';

/** Text as the content of a line comment: it stays on its line whatever it holds, and does not end a block comment either. */
export function toComment(text: string): string {
  return escapeText(text).replaceAll('*/', '*\\/');
}
