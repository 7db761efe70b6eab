/**
 * Pairs of equal items that occur once in each list, as many as stand in the same order in both: sure places to hold on to, however much
 * differs between them.
 *
 * @see Bram Cohen's patience diff.
 */
export function uniqueItems(expected: readonly number[], actual: readonly number[]): readonly (readonly [number, number])[] {
  const [left, right] = [placesOf(expected), placesOf(actual)];
  const met: (readonly [number, number])[] = [];
  for (const [item, at] of left) {
    const other = right.get(item);
    if (at !== null && other !== undefined && other !== null) met.push([at, other]);
  }
  return longestIncreasing(met);
}

/** The place of each item; `null` for one that occurs more than once. */
function placesOf(items: readonly number[]): ReadonlyMap<number, number | null> {
  const places = new Map<number, number | null>();
  for (const [at, item] of items.entries()) places.set(item, places.has(item) ? null : at);
  return places;
}

/** Of pairs that rise on the left, the longest part that rises on the right too. */
function longestIncreasing(pairs: readonly (readonly [number, number])[]): readonly (readonly [number, number])[] {
  // By length of a rising part: the pair that ends it lowest. Each pair knows the one before it.
  const ends: number[] = [];
  const before: (number | undefined)[] = [];
  pairs.forEach(([, place], at) => {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((pairs[ends[middle] ?? 0]?.[1] ?? 0) < place) low = middle + 1;
      else high = middle;
    }
    before[at] = ends[low - 1];
    ends[low] = at;
  });
  const longest: (readonly [number, number])[] = [];
  for (let at = ends.at(-1); at !== undefined; at = before[at]) longest.push(pairs[at] ?? [0, 0]);
  return longest.reverse();
}
