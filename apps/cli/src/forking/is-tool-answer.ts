import { existsSync } from 'node:fs';

/** `tool=file.json` or `tool {"id":1}=file.json`, and not an answer by itself: JSON text, `-`, or a file. */
export function isToolAnswer(text: string): boolean {
  if (!text.includes('=') || /^\s*[[{"@]/.test(text)) return false;
  return !existsSync(text);
}
