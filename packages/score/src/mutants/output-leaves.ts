import { leavesOf } from '../leaf.ts';
import type { Mutant } from '../mutant.ts';
import type { Reference } from '../reference.ts';
import { leafChanges } from './leaf-changes.ts';

/** Each leaf of what the right code returns, as it might have been wrong. */
export function* outputLeaves({ trace: { outcome } }: Reference): Generator<Mutant> {
  if (outcome.kind !== 'returned') return;
  for (const leaf of leavesOf(outcome.value)) {
    for (const { name, says, whole } of leafChanges(leaf)) {
      yield {
        id: `output-leaf ${leaf.pointer} ${name}`,
        family: 'claim-drawn',
        mutator: 'output-leaf',
        set: 'breaking',
        place: { kind: 'output', pointer: leaf.pointer },
        says,
        change: { kind: 'conduct', edit: { kind: 'output', value: whole } },
      };
    }
  }
}
