import type { Times } from './times.ts';

/** At least and at most so many calls. Without a word: at least one. */
export function timeBounds(times: Times | undefined): { readonly least: number; readonly most: number } {
  if (times === undefined) return { least: 1, most: Number.POSITIVE_INFINITY };
  if (typeof times === 'number') return { least: times, most: times };
  return { least: times.atLeast ?? 0, most: times.atMost ?? Number.POSITIVE_INFINITY };
}
