/** A place in the code of another process of a program: what it draws there is its own. */
export function siteIn(process: string, site: string): string {
  return `process ${process} ${site}`;
}
