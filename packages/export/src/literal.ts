import type { Json, JsonObject } from '@stepfork/trace';
import { escapeText } from './escape-text.ts';

/** Inline where the rest of the line stays readable. */
const inlineWidth = 100;

/**
 * JSON as source text of an expression in TypeScript or JavaScript that evaluates to the same data: the only way data enters code.
 *
 * The order of keys is kept. Whatever a string holds, it stays one string literal on one line, also inside an HTML page; characters that a
 * reader of a diff cannot see are written as escapes. Tagged values (`{ "$": "date", … }`) stay as they are: claims are written in them.
 *
 * @param indent spaces before the line on which the literal begins; the lines that follow are aligned to it.
 */
export function toLiteral(json: Json, indent = 0): string {
  const inline = inlineLiteral(json);
  if (typeof json !== 'object' || json === null || indent + inline.length <= inlineWidth) return inline;
  const inner = indent + 2;
  const lines = isList(json)
    ? json.map((item) => toLiteral(item, inner))
    : Object.entries(json).map(([key, value]) => `${keyLiteral(key)}: ${toLiteral(value, inner)}`);
  const [open, close] = isList(json) ? ['[', ']'] : ['{', '}'];
  if (lines.length === 0) return `${open}${close}`;
  return `${open}\n${lines.map((line) => `${' '.repeat(inner)}${line},\n`).join('')}${' '.repeat(indent)}${close}`;
}

function inlineLiteral(json: Json): string {
  if (typeof json === 'string') return `'${escapeText(json).replaceAll("'", "\\'")}'`;
  if (typeof json === 'number') return Object.is(json, -0) ? '-0' : String(json);
  if (typeof json !== 'object' || json === null) return String(json);
  if (isList(json)) return `[${json.map(inlineLiteral).join(', ')}]`;
  const entries = Object.entries(json).map(([key, value]) => `${keyLiteral(key)}: ${inlineLiteral(value)}`);
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
}

function keyLiteral(key: string): string {
  // Written plainly, this key would set the prototype instead of a property.
  if (key === '__proto__') return "['__proto__']";
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : inlineLiteral(key);
}

function isList(json: readonly Json[] | JsonObject): json is readonly Json[] {
  return Array.isArray(json);
}
