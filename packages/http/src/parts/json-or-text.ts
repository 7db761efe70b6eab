import { parseJson } from '../json/parse-json.ts';

/** An object or a list if the text is one, else the text. */
export function jsonOrText(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return text;
  return parseJson(text) ?? text;
}
