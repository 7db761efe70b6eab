/**
 * What stays of a message when the things of the day are blanked: quoted texts, ids and numbers.
 *
 * A crash bucket of two runs must not differ by the order that was looked up.
 */
export function messageTemplate(message: string): string {
  return message
    .replace(/"[^"\n]*"|'[^'\n]*'|`[^`\n]*`/g, '"…"')
    .replace(/\b(?=[\w-]*\d)[A-Za-z_-]*\d[\w-]*\b/g, '#')
    .replace(/-?\d+(?:\.\d+)?/g, '#');
}
