import type { Trace } from '@stepfork/trace';
import { isTelling } from './recorded-draws.ts';

/** The ids that a run drew by chance, its own and those of its SDKs, and what is shown in their place: `‹drawn: src/agent.mjs#run 1›`, the first one of that place. */
export function drawnLabels({ draws }: Trace): ReadonlyMap<string, string> {
  const labels = new Map<string, string>();
  const counts = new Map<string, number>();
  for (const { kind, site, value } of draws) {
    if (kind !== 'uuid' || !isTelling(value)) continue;
    const count = (counts.get(site) ?? 0) + 1;
    counts.set(site, count);
    if (!labels.has(value)) labels.set(value, `‹drawn: ${site} ${count}›`);
  }
  return labels;
}
