/** A command as it can be typed: each word quoted where a shell would take it apart. */
export function commandLine(...words: readonly string[]): string {
  return words.map((word) => (/^[\w./:=@#,+-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)).join(' ');
}
