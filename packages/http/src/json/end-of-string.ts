/**
 * Where the JSON string ends that starts at a place. Not by an expression: over a string with millions of escapes (a file in a prompt) an engine
 * runs out of stack.
 */
export function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let escapes = 0;
    while (text[end - 1 - escapes] === '\\') escapes += 1;
    if (escapes % 2 === 0) return end + 1;
  }
  return text.length;
}
