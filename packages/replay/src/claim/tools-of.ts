import type { CallClaim } from './claim.ts';

/** The tools that one statement of a claim speaks of. */
export function toolsOf(item: CallClaim): readonly string[] {
  if ('tool' in item) return [item.tool];
  if ('never' in item) return [item.never];
  if ('same' in item) return [item.of];
  return 'order' in item ? item.order : [];
}
