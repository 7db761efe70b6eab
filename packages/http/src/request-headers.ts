import { mediaType } from './media-type.ts';

/** Request headers that decide what is answered. All others are noise of machines and versions, or credentials. */
const asked: ReadonlySet<string> = new Set([
  'anthropic-beta',
  'anthropic-version',
  'content-type',
  'if-modified-since',
  'if-none-match',
  'openai-beta',
  'range',
]);

/** The headers that are recorded. A content type without its parameters: they say how bytes are written, and a body is recorded as what it says. */
export function requestHeaders(headers: Headers): Readonly<Record<string, string>> {
  const kept = [...headers].filter(([name]) => asked.has(name));
  return Object.fromEntries(kept.map(([name, value]) => [name, name === 'content-type' ? mediaType(value) : value]));
}
