import type { Divergence } from '../judging/divergence.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Question } from '../ledger/question.ts';

/** Why no recorded step answers: the most telling reason first. */
export function whyUnseen({ kind, name, key, baseKey }: Question, ledger: Ledger): Divergence['why'] {
  const index = ledger.index();
  if (index.stepsOf(kind, name).length === 0) return 'never-recorded';
  if (index.byKey.has(key)) return ledger.order === 'recorded' ? 'out-of-order' : 'used-up';
  if (index.firstOf(baseKey) !== null) return 'other-effects-before';
  return 'other-input';
}
