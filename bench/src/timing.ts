/** Middle of the sorted values. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted[Math.floor(sorted.length / 2)];
  if (middle === undefined) throw new Error('median of nothing');
  return middle;
}

/**
 * Median milliseconds of two bodies, measured in turns (a b a b …) so that a slow minute of the machine hits both.
 * Each body does `rounds` + 1 runs; the first warms up and is thrown away.
 */
export async function paired(rounds: number, a: () => unknown, b: () => unknown): Promise<readonly [number, number]> {
  const times: [number[], number[]] = [[], []];
  for (let round = -1; round < rounds; round += 1) {
    for (const [index, body] of [a, b].entries()) {
      globalThis.gc?.();
      const start = performance.now();
      await body();
      const elapsed = performance.now() - start;
      if (round >= 0) times[index === 0 ? 0 : 1].push(elapsed);
    }
  }
  return [median(times[0]), median(times[1])];
}
