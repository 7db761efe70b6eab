import { leavesOf } from '../leaf.ts';
import type { Mutant } from '../mutant.ts';
import { pinnedCalls, type Reference } from '../reference.ts';
import { leafChanges } from './leaf-changes.ts';

/** Each argument of each sink call, and of each call whose arguments the claim speaks of, as it might have been wrong. */
export function* callArguments(reference: Reference): Generator<Mutant> {
  for (const { index, call } of pinnedCalls(reference)) {
    for (const leaf of leavesOf(call.input)) {
      for (const { name, says, whole } of leafChanges(leaf)) {
        yield {
          id: `call-argument ${index} ${leaf.pointer} ${name}`,
          family: 'claim-drawn',
          mutator: 'call-argument',
          set: 'breaking',
          place: { kind: 'argument', tool: call.name, step: index, pointer: leaf.pointer },
          says,
          change: { kind: 'conduct', edit: { kind: 'input', step: index, value: whole } },
        };
      }
    }
  }
}
