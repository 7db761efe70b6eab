import { mediaType } from '../body/media-type.ts';

/** Request headers that decide what is answered. All others are noise of machines and versions, or credentials. */
const asked: readonly string[] = [
  'anthropic-beta',
  'anthropic-version',
  'content-type',
  'if-modified-since',
  'if-none-match',
  'openai-beta',
  'range',
];

/** What clients accept who take what comes; whoever wants a certain form, as CSV, is answered by another text. */
const usual = /\*\/\*|\bapplication\/json\b|\btext\/event-stream\b/;

/** The headers that are recorded. A content type without its parameters: they say how bytes are written, and a body is recorded as what it says. */
export function requestHeaders(headers: Headers): Readonly<Record<string, string>> {
  const kept: Record<string, string> = {};
  for (const name of asked) {
    const value = headers.get(name);
    if (value !== null) kept[name] = name === 'content-type' ? mediaType(value) : value;
  }
  const accept = headers.get('accept');
  if (accept !== null && !usual.test(accept)) kept.accept = accept;
  return kept;
}
