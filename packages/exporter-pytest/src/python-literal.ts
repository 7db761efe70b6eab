/** Text as a string literal of Python, on one line and with nothing invisible in it: the only way data enters the code. */
export function pythonLiteral(text: string, quote: '"' | '"""' = '"'): string {
  return `${quote}${text.replace(/["\\]|[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, escapeCharacter)}${quote}`;
}

function escapeCharacter(character: string): string {
  if (character === '"' || character === '\\') return `\\${character}`;
  if (character === '\n') return '\\n';
  const code = (character.codePointAt(0) ?? 0).toString(16);
  return code.length > 4 ? `\\U${code.padStart(8, '0')}` : `\\u${code.padStart(4, '0')}`;
}
