/** Where something begins that a test expects: a claim, or a statement that asserts. */
const expectation = /\bclaim:\s*(?=\{)|^[ \t]*(?:await\s+)?(?:expect|assert)\b/gm;

/** One token as far as brackets are concerned: a text, a comment, or one character. */
const token = /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`|\/\/[^\n]*|\/\*[\s\S]*?\*\/|[\s\S]/g;

/**
 * The text of a test file without what it expects: what is left decides its replays. Where an end is not found (there is a regular expression with a
 * bracket, say), the text stays as it is.
 */
export function testFrame(text: string): string {
  let frame = '';
  let at = 0;
  for (const { index, 0: start } of text.matchAll(expectation)) {
    if (index < at) continue;
    const end = endOf(text, index + start.length, start.includes('claim') ? 'value' : 'statement');
    if (end === null) continue;
    frame += text.slice(at, index);
    at = end;
  }
  return frame + text.slice(at);
}

/** Behind the bracket that closes a value, or the line on which a statement ends. */
function endOf(text: string, from: number, what: 'value' | 'statement'): number | null {
  let depth = 0;
  token.lastIndex = from;
  for (let found = token.exec(text); found !== null; found = token.exec(text)) {
    const [one] = found;
    if ('([{'.includes(one)) depth += 1;
    if (')]}'.includes(one)) depth -= 1;
    if (depth < 0) return null;
    if (depth > 0) continue;
    if (what === 'value' && one === '}') return token.lastIndex;
    // So that a statement less is a line less, as it was before there was one.
    if (what === 'statement' && one === ';') return token.lastIndex + (/^[ \t]*\n/.exec(text.slice(token.lastIndex))?.[0].length ?? 0);
    if (what === 'statement' && one === '\n') return token.lastIndex;
  }
  return null;
}
