import type { ModuleTarget } from './module-patch.ts';

/** A prerelease counts as the release that it leads to. */
export function isInRange(version: string, { from, below }: Pick<ModuleTarget, 'from' | 'below'>): boolean {
  return compare(version, from) >= 0 && (below === undefined || compare(version, below) < 0);
}

function compare(one: string, other: string): number {
  const [a, b] = [numbersOf(one), numbersOf(other)];
  const at = [0, 1, 2].find((place) => (a[place] ?? 0) !== (b[place] ?? 0));
  return at === undefined ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
}

function numbersOf(version: string): readonly number[] {
  return (/^[\d.]+/.exec(version)?.[0] ?? '').split('.').map(Number);
}
