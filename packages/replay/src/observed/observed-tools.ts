import type { Trace } from '@stepfork/trace';

/**
 * The tools of a recording whose calls stand among its steps, but were only observed where they were made: see `observedTool` of
 * `@stepfork/interceptor`, which takes that down.
 */
export function observedToolsIn({ draws }: Pick<Trace, 'draws'>): ReadonlySet<string> {
  return new Set(draws.flatMap(({ kind, site, value }) => (kind === 'environment' && site === 'observed-tool' ? [String(value)] : [])));
}
