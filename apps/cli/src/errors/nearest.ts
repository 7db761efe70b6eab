/**
 * The candidate whose spelling is nearest to `word`, or `null` if none is near enough to be meant.
 *
 * `@stepfork/replay` has one of its own. This one serves what is said before any package is loaded: a wrong command is answered at once, and an
 * installation in which a package is missing can still say so.
 */
export function nearest(word: string, candidates: Iterable<string>): string | null {
  let best: string | null = null;
  let bestDistance = Math.max(2, Math.floor(word.length / 3)) + 1;
  for (const candidate of candidates) {
    const distance = editDistance(word.toLowerCase(), candidate.toLowerCase());
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  return best;
}

/** `unknown names` as one hint: the known ones, and the nearest spelling if there is one. */
export function listKnown(word: string, known: readonly string[], noun: string): string {
  const near = nearest(word, known);
  const list = known.length === 0 ? `There are no ${noun}.` : `Known ${noun}: ${known.join(', ')}.`;
  return near === null ? list : `Did you mean ${near}? ${list}`;
}

function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      row.push(Math.min(replaced, (previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1));
    }
    previous = row;
  }
  return previous[b.length] ?? 0;
}
