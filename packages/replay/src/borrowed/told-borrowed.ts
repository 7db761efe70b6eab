import type { Answered, Step } from '@stepfork/trace';

const known = new WeakMap<readonly Step[], ReadonlySet<number>>();

/**
 * Steps whose body ran when a fork was made, and was told a borrowed answer there, at any depth: what the body made of it is no answer of
 * the world either.
 */
export function toldBorrowed(steps: readonly Step[]): ReadonlySet<number> {
  const found = known.get(steps);
  if (found !== undefined) return found;
  const told = new Set<number>();
  for (const { answered, parent } of steps) {
    if (!wasBorrowed(answered)) continue;
    for (let outer = parent; outer !== null && !told.has(outer); outer = steps[outer]?.parent ?? null) told.add(outer);
  }
  known.set(steps, told);
  return told;
}

function wasBorrowed(answered: Answered | undefined): boolean {
  switch (answered?.how) {
    case 'again':
    case 'next-unused':
    case 'example':
    case 'null':
      return true;
    case 'exact':
    case 'reused':
    case 'live':
    case 'declared':
    case undefined:
      return false;
  }
}
