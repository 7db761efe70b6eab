/** The indices as text, neighbours as ranges: equal texts are equal sets. Keyed by what is kept, as a hash of the content costs more than a replay. */
export function candidateKey(kept: readonly number[]): string {
  const ranges: string[] = [];
  for (let at = 0; at < kept.length; at += 1) {
    const start = at;
    while (kept[at + 1] === (kept[at] ?? 0) + 1) at += 1;
    ranges.push(`${kept[start]}-${kept[at]}`);
  }
  return ranges.join();
}
