/**
 * Text for a string literal or a comment: one line, well-formed, with nothing invisible in it.
 *
 * Escaped are backslashes, control characters, every line end (U+2028 and U+2029 too), lone surrogates, characters that change the reading
 * direction or take no room (a reviewer would read another text than the machine), and what ends a script in an HTML page.
 *
 * @see Boucher & Anderson, "Trojan Source: Invisible Vulnerabilities", 2021, for the reading direction.
 */
export function escapeText(text: string): string {
  return text
    .replaceAll('\\', '\\\\')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, escapeCharacter)
    .replaceAll('</', '<\\/')
    .replaceAll('<!--', '<\\!--');
}

const short: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

function escapeCharacter(character: string): string {
  return short[character] ?? [...unitsOf(character)].map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
}

function* unitsOf(character: string): Generator<number> {
  for (let index = 0; index < character.length; index += 1) yield character.charCodeAt(index);
}
