import { diffJson, type Step } from '@stepfork/trace';
import type { Divergence } from './divergence.ts';
import type { Ledger, Question } from './ledger.ts';

/** With more steps of one name than this, the nearest is looked for among the last ones. */
const mostCompared = 100;

/** The recorded step of the same name whose input differs least; of equals one that nobody asked for, then the first. */
export function nearestStep({ kind, name, input }: Question, ledger: Ledger): Divergence['nearest'] {
  const candidates = (ledger.index.byName.get(`${kind} ${name}`) ?? []).slice(-mostCompared);
  let best: (NonNullable<Divergence['nearest']> & { readonly used: boolean }) | null = null;
  for (const step of candidates) {
    const candidate = compared(step);
    if (best === null || isNearer(candidate, best)) best = candidate;
  }
  return best === null ? null : { step: best.step, differences: best.differences };

  function compared(step: Step): NonNullable<typeof best> {
    return { step: step.index, differences: diffJson(step.call.input, input), used: ledger.isUsed(step) };
  }
}

function isNearer(a: Rank, b: Rank): boolean {
  if (a.differences.length !== b.differences.length) return a.differences.length < b.differences.length;
  return !a.used && b.used;
}

interface Rank {
  readonly differences: readonly unknown[];
  readonly used: boolean;
}
