/** Numbers from 0 to 1, the same for the same seed (xorshift). */
export type Random = () => number;

export function randomFrom(seed: number): Random {
  let state = Math.imul(seed, 0x9e3779b1) >>> 0 || 1;
  const next: Random = () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state / 2 ** 32;
  };
  for (let warm = 0; warm < 20; warm += 1) next();
  return next;
}

/** A whole number from 0, below `end`. */
export function below(end: number, random: Random): number {
  return Math.floor(random() * end);
}
