/** A word as it is typed into a POSIX shell; a placeholder stays as it is. */
export function shell(word: string): string {
  return /^[\w./:=#@%+,-]+$/.test(word) || /^<\w+>$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
