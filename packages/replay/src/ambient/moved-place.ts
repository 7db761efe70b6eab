/**
 * The recorded place of a function that stands in another file now, as in a corrected copy (`src/agent.fixed.ts` for `src/agent.ts`, `src/` for `dist/`): the one of
 * its name, in a file of its name or in whichever it stands alone. `null`: there is none, or more than one, or the file that asks was there when it was recorded.
 *
 * @param site a place that the recording does not know
 */
export function movedPlace(site: string, places: Iterable<string>): string | null {
  const asked = partsOf(site);
  const sameName: Parts[] = [];
  for (const place of places) {
    const recorded = partsOf(place);
    if (recorded.process !== asked.process) continue;
    if (recorded.file === asked.file) return null;
    if (recorded.name === asked.name) sameName.push(recorded);
  }
  const sameFile = sameName.filter(({ file }) => stem(file) === stem(asked.file));
  // What has no name stands for all such code of its file, and says nothing in another one.
  const candidates = sameFile.length > 0 || asked.name === '' ? sameFile : sameName;
  return candidates.length === 1 ? (candidates[0]?.place ?? null) : null;
}

interface Parts {
  readonly place: string;
  /** Which process of a program; empty: the first one. */
  readonly process: string;
  readonly file: string;
  readonly name: string;
}

function partsOf(place: string): Parts {
  const [, process = '', file = '', name = ''] = /^(process \S+ )?(.*?)(?:#([^#]*))?$/s.exec(place) ?? [];
  return { place, process, file, name };
}

/** `agent` of `src/agent.fixed.ts`. */
function stem(file: string): string {
  return file.slice(file.lastIndexOf('/') + 1).replace(/\..*$/s, '');
}
