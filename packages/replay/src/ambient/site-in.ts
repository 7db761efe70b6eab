/** A place in the code of another process of a program: what it draws there is its own. */
export function siteIn(process: string, site: string): string {
  return `process ${process} ${site}`;
}

/** Those of the places that belong to one process, by its own names for them; `null`: the first one. */
export function sitesOf(process: string | null, sites: readonly string[]): readonly string[] {
  if (process === null) return sites.filter((site) => !/^process \S+ /.test(site));
  const prefix = siteIn(process, '');
  return sites.flatMap((site) => (site.startsWith(prefix) ? [site.slice(prefix.length)] : []));
}
