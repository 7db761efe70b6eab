import { isHttpCall } from '@stepfork/replay/recorded';
import type { Call } from '@stepfork/trace';
import { type Leaf, leavesOf } from '../leaf.ts';
import type { Mutant } from '../mutant.ts';
import { pinnedCalls, type Reference } from '../reference.ts';
import { leafChanges } from './leaf-changes.ts';

/** Each argument of each sink call, and of each call whose arguments the claim speaks of, as it might have been wrong. */
export function* callArguments(reference: Reference): Generator<Mutant> {
  for (const { index, call } of pinnedCalls(reference)) {
    for (const leaf of leavesOf(call.input)) {
      if (isInName(call, leaf) || isForm(call, leaf)) continue;
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

/** With another method, or on another path, a request is a call of another tool. */
function isInName(call: Call, { pointer }: Leaf): boolean {
  return isHttpCall(call) && (pointer === '/method' || (pointer === '/url' && call.name.endsWith(call.input.url)));
}

/** How the body of a request is written is the client's doing, and nobody claims it. */
function isForm(call: Call, { pointer }: Leaf): boolean {
  return isHttpCall(call) && pointer === '/headers/content-type';
}
